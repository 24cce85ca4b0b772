// A page of an API: tables of parameters, code in two languages.
export default `# Orders API

Base address \`https://api.shop.example/v2\`. Every request carries a key in the header \`Authorization: Bearer <key>\`.

## Create an order

\`POST /orders\`

| Field | Type | Required | Meaning |
|---|---|---|---|
| \`customer\` | string | yes | Identifier of the customer, \`cus_…\` |
| \`items\` | array | yes | What is ordered, at most 100 lines |
| \`items[].sku\` | string | yes | Article number |
| \`items[].count\` | integer | yes | 1 to 999 |
| \`coupon\` | string | no | Code as printed, capital letters or not |
| \`note\` | string | no | Up to 500 characters, shown on the delivery note |
| \`metadata\` | object | no | Your own keys, up to 20; values are strings |

\`\`\`python
import httpx

def create_order(key: str, customer: str, items: list[dict]) -> str:
    """Create an order; returns its identifier."""
    answer = httpx.post(
        "https://api.shop.example/v2/orders",
        headers={"Authorization": f"Bearer {key}", "Idempotency-Key": new_key()},
        json={"customer": customer, "items": items},
        timeout=10,
    )
    answer.raise_for_status()
    return answer.json()["id"]


order = create_order(KEY, "cus_18", [{"sku": "tea-071", "count": 2}])
print(order)
\`\`\`

The answer is \`201 Created\`:

\`\`\`json
{
  "id": "ord_5521",
  "state": "open",
  "total": { "amount": 1890, "currency": "EUR" },
  "items": [{ "sku": "tea-071", "count": 2, "price": 945 }]
}
\`\`\`

### Errors

| Status | Code | What to do |
|---|---|---|
| 400 | \`unknown_sku\` | Look at \`items[].sku\`; the message names the line |
| 402 | \`coupon_expired\` | Leave the coupon out, or ask for a new one |
| 409 | \`repeated_key\` | The same key with another body: use a new one |
| 429 | \`too_many\` | Wait as long as \`Retry-After\` says |

A request that timed out may be sent again with the same \`Idempotency-Key\`: it never makes a second order.

## List orders

\`GET /orders?customer=cus_18&state=open&limit=50\`

- \`state\` is \`open\`, \`paid\`, \`sent\` or \`cancelled\`.
- \`limit\` is 1 to 200, by default 50.
- \`after\` is the identifier of the last order of the page before.

## Webhooks

When an order changes we call the address you gave:

1. We send \`POST\` with the order as JSON and the header \`X-Signature\`.
2. You answer with any 2xx status within five seconds.
3. If you do not, we try again after 1, 5 and 25 minutes.
`;
