// The help page in English: sections of paragraphs, lists, steps and questions.
export default [
  {
    title: "The calculator",
    body: [
      { p: "A document of 10,000 tokens in chunks of 512 with an overlap of 64 makes 23 chunks and 11,408 tokens to embed; 12.3% of them are repeated." },
      { h: "How to use it" },
      { steps: [
        "Enter the length of the document, in tokens or characters, the chunk size and the overlap. For the cost, add your provider’s price for a million tokens.",
        "Read how many chunks there are, how many tokens are embedded, and how many of these are there twice because of the overlap.",
        "Paste a real text to see where the cuts fall. It is split into real tokens in your browser; the first chunks are shown with the overlap marked, and the last one is named: it is the remainder, often small.",
      ] },
      { h: "How it is calculated" },
      { p: "From the start of one chunk to the start of the next it is the size less the overlap. A document that fits into one chunk makes 1; any other makes 1 + ⌈(document − size) ÷ (size − overlap)⌉. Each chunk after the first repeats the last tokens of the one before, so document + (chunks − 1) × overlap tokens are embedded, and the repeated share is (chunks − 1) × overlap ÷ that sum." },
      { p: "A length in characters is turned into tokens at 4 characters a token, a rule of thumb for English. Hindi, code and numbers take more tokens per character; paste the text for an exact count. What is estimated carries the sign ≈." },
      { p: "Cost = embedded tokens ÷ 1,000,000 × your price. Take the price from your provider’s own page." },
      { h: "Frequently asked questions" },
      { asked: [
        ["Which chunk size and overlap should I take?", "No one value suits everybody. Sizes from a few hundred to about a thousand tokens are common. Small chunks match more precisely but make more vectors to store; large ones carry more context but match less sharply. For cuts at the structure, overlap gains little where headings and context travel with each chunk; fixed windows need it, 10 to 20 percent. Try it on your own questions."],
        ["Does overlap raise the embedding bill?", "Yes: what overlaps is embedded twice. In the example above 1,408 of 11,408 tokens are repeated (12.3%), which is 14.1% more than the document."],
        ["Is the number of chunks exact?", "For fixed windows of tokens, which is what the calculator plans, yes. Cuts at headings, paragraphs or sentences make uneven chunks, and another number: the chunker shows both side by side. From characters to tokens it is an estimate."],
        ["Which tokenizer should I choose?", "The one your embedding model uses. OpenAI’s text-embedding-3 models use cl100k_base. For other models the count here is a near reference; the library and the command line also read a model’s own tokenizer.json."],
        ["Is my text sent anywhere?", "No. Counting and cutting run in this browser, in Python. The page’s security policy forbids it to contact any other address, and once everything is loaded it works without a network."],
      ] },
    ],
  },
  {
    title: "The chunker",
    body: [
      { p: "Cutting at every N characters makes pieces that mean nothing alone: a sentence broken in the middle, a heading parted from what it introduces. Here a cut falls on the largest structural boundary that still fits: first headings, then paragraphs, then sentences, and inside a word only when one unit alone does not fit. Overlap carries the end of a chunk into the next, so that a fact on the border is whole somewhere; what it costs is shown before it is on the bill." },
      { h: "Features" },
      { list: [
        "Cuts at headings, paragraphs or sentences, not at a fixed width.",
        "Abbreviations and initials do not end a sentence.",
        "Units that are too large are cut between words, not inside them; tables between rows, lists between items, code between lines.",
        "The size holds in the embedding model’s own tokens, context and overlap included.",
        "Overlap carries whole sentences into the next chunk, and its cost is shown in percent.",
        "Each chunk records the headings it stands under and the lines it comes from.",
        "Sizes as a distribution: smallest, mean, median and largest.",
        "Export as JSONL with headings and token counts, the same bytes as the command line writes; or as CSV.",
      ] },
      { h: "How to use the text chunker" },
      { steps: ["Drop a document, or paste a text.", "Choose what to cut at.", "Set the target size and the overlap.", "Look at the chunks and export them."] },
      { h: "Example" },
      { p: "Input" },
      { code: "## Eligibility\n\nAn order is eligible if…" },
      { p: "Output" },
      { code: "Chunk 2 — under “Eligibility”, 58 tokens" },
      { p: "Cut at headings, each section stays whole and keeps its name." },
    ],
  },
  {
    title: "Common errors and troubleshooting",
    body: [
      { asked: [
        ["My chunks are much smaller than the target.", "A structural boundary came first. Cutting at paragraphs never joins two of them to reach the size. A minimum size joins small sections under their common heading."],
        ["One chunk is much larger than the rest.", "No chunk is larger than the size. A single unit that is larger, often a long table or code block, is cut between its rows or lines, then between words, and its pieces are full where their neighbours are not."],
        ["The overlap costs too much.", "The repetition is real tokens. Overlap helps at borders, but a tenth of the size is usually enough."],
        ["Sentences are cut at odd places.", "Abbreviations and initials are known for many languages, but unusual punctuation can still mislead. Cutting at paragraphs removes the question altogether."],
      ] },
    ],
  },
  {
    title: "Frequently asked questions about chunks",
    body: [
      { asked: [
        ["How large should chunks be?", "That depends on who reads them. For retrieval they should be small enough to be about one thing and large enough to stand alone: a few hundred tokens are a common start."],
        ["How much overlap is needed?", "Enough for a sentence on the border to be whole somewhere. About a tenth of the size is usual; what more would cost is shown in percent."],
        ["Which boundary should I cut at?", "At headings if there are any: each chunk then covers one section and keeps its name. At paragraphs for plain prose. At sentences for fine control."],
        ["How exact are the token counts?", "Exact, for the tokenizer that is chosen, counted on the text as it is embedded. Only the tokenizer “Estimate from characters” estimates, at a ratio you can change, because that depends on language and script."],
        ["Why a heading with each chunk?", "A chunk found alone has lost its surroundings. With its heading path it says what it is about, and that text is embedded with it."],
      ] },
    ],
  },
  {
    title: "The context window planner",
    body: [
      { p: "Divide a model’s window between prompt, tools, history and answer. What is left is for retrieved chunks: how many fit at their mean size, at the size 95% of them stay below, and if all were as large as the largest. The sizes are those of the chunks just made, or a size you name." },
    ],
  },
  {
    title: "Related tools",
    body: [
      { link: ["chunker", "Text chunker — cut a document by its structure"] },
      { link: ["calculator", "RAG chunk calculator — a document in fixed windows"] },
      { link: ["window", "Context window planner — divide the window between prompt, tools, history and answer"] },
    ],
  },
];
