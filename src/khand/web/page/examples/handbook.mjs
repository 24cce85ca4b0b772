// A handbook with front matter, headings, lists, a table and code.
export default `---
title: Returns handbook
owner: Customer service
reviewed: 2026-03-02
---

# Returns handbook

This handbook is for everyone who answers customers of the shop. It says when an order can be returned, how the
parcel comes back to us, and how the money is paid out. If a case is not covered here, ask a team lead before you
promise anything.

## Policy

Customers may change their mind. We take back what they do not want, as long as it can be sold again, and we do not
ask for a reason. What is broken or wrong is our fault, and we treat it so: the customer never pays for the way back.

### Eligibility

An order is eligible if it was delivered less than 30 days ago, counted from the day the carrier handed it over. For
orders placed between 15 November and 24 December the 30 days begin on 2 January, since many of them are gifts.

The article must be

- complete, with all parts and leaflets that came with it;
- unused, apart from what is needed to look at it and to try it on;
- in its own packaging, opened or not:
  - shoes in their box, and the box in an outer carton,
  - glass and ceramics in the moulded inlay;
- free of a customer's own marks, such as engraving.

Gift cards, fresh food, opened cosmetics and downloads cannot be returned. Made-to-measure furniture is checked by Mr.
Okafor in the workshop, e.g. for a wrong length of 2.5 cm or more; his decision is final.

### Who pays for the way back

| Reason                      | Who pays     | Label                 | Refund of the first postage |
|-----------------------------|--------------|-----------------------|-----------------------------|
| Changed their mind          | the customer | none                  | no                          |
| Wrong size, first exchange  | the shop     | sent by e-mail        | no                          |
| Damaged on the way          | the shop     | sent by e-mail        | yes                         |
| Wrong article in the parcel | the shop     | courier collects it   | yes                         |
| Recalled by the maker       | the maker    | in the recall letter  | yes                         |

A customer abroad uses the same table. Duties that were paid on import are refunded by their customs office, not by
us; the form is on the invoice.

## Handling a return

### Register it

1. Find the order by its number. It has nine digits and begins with the year, for instance 260118734.
2. Compare the delivery date with the rule under *Eligibility*.
3. Choose a reason. The label and the refund follow from it.
4. Write what the customer said in one sentence. "Box crushed, two plates broken" helps the warehouse; "damaged" does
   not.

The same can be done from the shell, which is quicker for a long list:

\`\`\`python
from shop import returns

for order in returns.read_numbers("monday.txt"):
    case = returns.open(order, reason="damaged")
    if case.eligible:
        case.send_label(language=case.customer.language)
    else:
        print(order, case.why_not)      # a person looks at these
\`\`\`

### Check the parcel

The warehouse opens each parcel within two working days. It compares the content with the case, takes a photo if
something is missing, and sets the state.

> A parcel without a case is not sent back at once. It waits on shelf R for ten days, because the letter of the
> customer is often slower than the parcel.

States are *received*, *complete*, *incomplete* and *refused*. Only *complete* starts a refund by itself.

### Pay the refund

The refund goes to the account or card that paid. We never pay to another account, even if the customer asks nicely;
this is the most common fraud we see. It takes

- one to two days for bank transfers,
- up to ten days for cards, depending on the bank,
- no time at all for store credit.

If $p$ is the price, $d$ the discount on the whole order and $s$ the sum of the order before the discount, the refund
of one article is

$$
r = p \\cdot \\left(1 - \\frac{d}{s}\\right)
$$

rounded to the cent in the customer's favour.

## Letters

Write short sentences and name the date until which something must happen. Sign with your own name.

\`\`\`text
Dear Ms. Lindqvist,

thank you for sending back the lamp. It arrived on 3 March, complete. We have paid 48.90 to your card today;
your bank may need up to ten days to show it.

Kind regards
Tomás from the shop
\`\`\`

## When to ask

Ask a team lead if the order is older than 60 days, if the sum is above 500, or if a lawyer writes. Nobody will think
less of you. Dr. Vasquez, who advises us on consumer law, is in the house on Thursdays from 9 a.m. to noon.
`;
