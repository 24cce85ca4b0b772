// पाइथन.
export default {
  "engine.loading": "पाइथन इस टैब में लोड हो रहा है …",
  "engine.runtime": "पाइथन शुरू हो रहा है …",
  "engine.python": "khand लोड हो रहा है …",
  "engine.core": "khand लोड हो रहा है …",
  "engine.import": "टोकन तालिका पढ़ी जा रही है …",
  "engine.table": "टोकन तालिका पढ़ी जा रही है …",
  "engine.ready": "तैयार",
  "engine.working": "काम चल रहा है …",
  "engine.failed": "पाइथन शुरू नहीं हो सका: {fault}",
  "engine.retry": "फिर कोशिश कीजिए",
};
