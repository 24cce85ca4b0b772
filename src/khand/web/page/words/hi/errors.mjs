// ख़ानों की ग़लतियाँ.
export default {
  "error.whole": "पूर्णांक चाहिए, {low} या उससे अधिक।",
  "error.number": "संख्या चाहिए, {low} या उससे अधिक।",
  "error.positive": "0 से बड़ी संख्या चाहिए।",
  "error.overlap": "चंक आकार से छोटा होना चाहिए: 0 से {max}।",
  "error.share": "पूर्णांक, या आकार का हिस्सा जैसे 10%।",
  "error.min_size": "लक्षित आकार {max} से बड़ा नहीं हो सकता।",
  "error.depth": "1 से 6 तक का पूर्णांक।",
  "error.cut_at": "यह पैटर्न नहीं चलेगा: {reason}",
  "error.unexpected": "पृष्ठ के भीतर गड़बड़ी हुई: {reason}",
};
