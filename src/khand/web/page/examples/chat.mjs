// A log of a conversation: every line is a record.
export default `[09:02] Asha: Good morning, this is Asha from the service desk. How can I help?
[09:03] Tom: Hi. The kettle I ordered arrived, but the lid is cracked.
[09:03] Tom: Order 260118734.
[09:04] Asha: I am sorry about that. One moment, I am looking at the order.
[09:06] Asha: Found it: delivered on Tuesday, so it is well within the 30 days.
[09:06] Asha: Would you like a new lid, a new kettle, or the money back?
[09:07] Tom: Is a lid on its own possible? The kettle itself is fine.
[09:08] Asha: Yes. It leaves the warehouse today and should be with you by Friday.
[09:08] Asha: You do not have to send the broken one back.
[09:09] Tom: Great. Do I have to pay anything?
[09:09] Asha: No. What is broken is our fault, also the postage.
[09:10] Tom: One more thing: my sister ordered the same kettle and hers whistles too early, at about 85 degrees.
[09:12] Asha: That is a known fault of the first series. Is there an “A” before the serial number?
[09:15] Tom: She says A-10442.
[09:16] Asha: Then it is one of those. She can exchange it, with or without the receipt.
[09:16] Asha: I can open a case for her now if she agrees. I need her name and e-mail address.
[09:18] Tom: I will tell her to write to you herself.
[09:19] Asha: Even better. She should mention case K-77, then nobody asks her again.
[09:20] Tom: K-77, noted. Thanks for the quick help!
[09:20] Asha: You are welcome. Have a nice day.
`;
