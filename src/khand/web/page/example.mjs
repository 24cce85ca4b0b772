// A short document to try: headings, a list, a table, code, and sentences with abbreviations in them.
const EN = `# Refund policy

This handbook says when an order is refunded. It is short on purpose.

## Eligibility

An order is eligible if it was paid in full and is not older than 30 days. Dr. Rao of the finance team decides in doubt, e.g. when a receipt is missing. Orders above 1,000.50 euros need a second signature.

- Keep the receipt.
- Write down the order number.
- Say what went wrong.

## Amounts

| Days since purchase | Share refunded |
|---|---|
| 0 to 14 | 100 % |
| 15 to 30 | 60 % |
| 31 and more | none |

### How it is computed

\`\`\`python
def refund(amount, days):
    return amount * (1.0 if days <= 14 else 0.6 if days <= 30 else 0.0)
\`\`\`

## Questions

Write to the desk. It answers within two working days. 👩‍💻
`;

const HI = `# वापसी नीति

यह पुस्तिका बताती है कि किसी ऑर्डर का पैसा कब लौटाया जाता है। इसे जान-बूझकर छोटा रखा गया है।

## पात्रता

ऑर्डर पात्र है यदि उसका पूरा भुगतान हुआ हो और वह 30 दिन से पुराना न हो। संदेह होने पर वित्त विभाग के डॉ. राव निर्णय करते हैं, जैसे रसीद न मिलने पर। 1,000.50 रुपये से बड़े ऑर्डर के लिए दूसरा हस्ताक्षर चाहिए।

- रसीद सँभालकर रखिए।
- ऑर्डर संख्या लिख लीजिए।
- बताइए कि क्या गड़बड़ हुई।

## राशि

| ख़रीद के बाद दिन | लौटाया गया हिस्सा |
|---|---|
| 0 से 14 | 100 % |
| 15 से 30 | 60 % |
| 31 और अधिक | कुछ नहीं |

### गणना कैसे होती है

\`\`\`python
def refund(amount, days):
    return amount * (1.0 if days <= 14 else 0.6 if days <= 30 else 0.0)
\`\`\`

## सवाल

डेस्क को लिखिए। जवाब दो कार्यदिवसों में आता है। 🙏🏽
`;

export const example = (language) => (language === "hi" ? HI : EN);
