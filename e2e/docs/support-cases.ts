/** A question to a support desk, the fact a right answer contains, and a wrong answer. */
export type SupportCase = { question: string; fact: string; right: string; wrong: string }

const entry = (question: string, fact: string, right: string, wrong: string): SupportCase => ({
  question,
  fact,
  right,
  wrong,
})

export const supportCases: SupportCase[] = [
  entry(
    'How long do I have to return a jacket?',
    '30 days',
    'You can return it within 30 days of delivery, unworn and with its tags.',
    'You can return it at any time.',
  ),
  entry(
    'Does standard shipping to Canada cost extra?',
    '$9',
    'Yes. Standard shipping to Canada costs $9 and takes five to eight days.',
    'No, shipping is free everywhere.',
  ),
  entry(
    'My tent arrived with a broken pole. What now?',
    'replacement',
    'We send a replacement pole at no cost. Please attach a photo of the damage.',
    'Please contact the manufacturer.',
  ),
  entry(
    'Can I change the address of order 48213?',
    'two hours',
    'Addresses can be changed for two hours after the order is placed.',
    'Yes, tell us the new address at any time.',
  ),
  entry(
    'Do you price match other shops?',
    '14 days',
    'We match a lower price for 14 days after your purchase.',
    'We do not change prices.',
  ),
  entry(
    'Which sleeping bag is warm enough for −10 °C?',
    'Polar 900',
    'The Polar 900 is rated for −15 °C and suits that temperature.',
    'Any winter sleeping bag is fine.',
  ),
  entry(
    'When is my refund paid?',
    'five working days',
    'Refunds reach your account within five working days after we receive the parcel.',
    'Refunds are paid immediately.',
  ),
  entry(
    'Is the Ridge backpack waterproof?',
    'rain cover',
    'The fabric is water resistant. A rain cover is included for heavy rain.',
    'Yes, it is fully waterproof.',
  ),
  entry(
    'How do I cancel my membership?',
    'Account settings',
    'Open Account settings, then Membership, and select Cancel.',
    'Memberships cannot be cancelled.',
  ),
  entry(
    'Do gift cards expire?',
    'three years',
    'Gift cards are valid for three years from the date of purchase.',
    'Gift cards expire after one year.',
  ),
  entry(
    'Can I pick up my order in a shop?',
    'store pickup',
    'Yes. Select store pickup at checkout; orders are ready the next day.',
    'We only deliver by mail.',
  ),
  entry(
    'What is the warranty on trekking poles?',
    'two years',
    'Trekking poles have a warranty of two years against manufacturing faults.',
    'There is no warranty on accessories.',
  ),
  entry(
    'Are the boots available in half sizes?',
    'half sizes',
    'Yes, from 38 to 46 including half sizes.',
    'Boots come in full sizes.',
  ),
  entry(
    'I was charged twice for one order.',
    'duplicate',
    'I am sorry. The duplicate charge is a reservation that your bank releases in three days.',
    'Please ask your bank about it.',
  ),
  entry(
    'Do you ship lithium batteries by air?',
    'ground',
    'Batteries over 100 Wh travel by ground shipping only.',
    'Yes, all items can be shipped by air.',
  ),
  entry(
    'How do I wash a down jacket?',
    'down detergent',
    'Wash it at 30 °C with down detergent and tumble dry with two tennis balls.',
    'Dry cleaning is the only option.',
  ),
]

const phrasings = [
  (question: string) => question,
  (question: string) => `Hello! ${question}`,
  (question: string) => `${question} Thank you.`,
]

/** Every case in three phrasings, so that a comparison has enough cases for a verdict. */
export const phrasedCases: SupportCase[] = phrasings.flatMap((phrase) =>
  supportCases.map((one) => ({ ...one, question: phrase(one.question) })),
)
