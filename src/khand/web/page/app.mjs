import { engine } from "./engine.mjs";
engine.addEventListener("stage", (event) => { document.getElementById("engine-status").textContent = event.detail; });
engine.addEventListener("failed", (event) => { document.getElementById("engine-status").textContent = event.detail; });
engine.start();
window.engine = engine;
