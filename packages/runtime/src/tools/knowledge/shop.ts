import type { Article } from './article.ts'

/** The policies of a shop that does not exist: Nordlicht, lamps and furniture. */
export const shopArticles: readonly Article[] = [
  {
    title: 'Shop policy: refund for damaged goods',
    text: 'If an item arrives damaged or broken, the customer chooses between a refund of the full price and a free replacement. The damage must be reported within 14 days of delivery with a photo. Nothing has to be sent back when the item cost less than 100 euros. Support may approve a refund up to 250 euros; anything above needs a team lead.',
  },
  {
    title: 'Shop policy: returns and refund',
    text: 'Unused goods may be returned within 30 days of delivery for a full refund. The customer asks for a return label in the account or by mail, and the refund is paid to the original means of payment within 5 working days after the parcel has arrived. Return shipping costs 4.90 euros, except when the item was faulty or wrong. Cut-to-size lamp cables cannot be returned.',
  },
  {
    title: 'Shop policy: shipping times and costs',
    text: 'Orders placed before 14:00 on a working day leave the warehouse the same day. Standard shipping takes 2 to 4 working days and costs 4.90 euros, or nothing above 60 euros. Express shipping arrives on the next working day for 12.90 euros. Furniture comes by carrier within 10 working days, and the carrier agrees on a day by telephone.',
  },
  {
    title: 'Shop policy: late or lost parcels',
    text: 'A parcel counts as late when it is more than 3 working days over the promised date. Support starts a search with the carrier, which takes up to 5 working days. If the parcel is not found, the customer chooses between a new delivery and a refund. Express shipping that came late is refunded in any case.',
  },
  {
    title: 'Shop policy: warranty',
    text: 'All goods have a warranty of 24 months from delivery, LED lamps one of 36 months. It covers faults of material and workmanship, not wear, wrong voltage or damage by the user. The shop repairs or replaces the item free of charge; if neither works within 20 days, it refunds the price. The order number is proof enough; no receipt is needed.',
  },
  {
    title: 'Shop policy: changing or cancelling an order',
    text: 'An order can be changed or cancelled free of charge until it is packed, which the account shows as "being prepared". After that it can be refused at the door or returned. Changing the delivery address is possible until the parcel is handed to the carrier. Pre-orders may be cancelled at any time before dispatch.',
  },
  {
    title: 'Shop policy: payment and invoices',
    text: 'The shop takes cards, bank transfer, PayPal and, above 50 euros, payment by invoice within 14 days. The card is charged when the order is dispatched, never before. If a customer was charged twice, the second charge is refunded within 3 working days once accounting has confirmed it. Invoices are sent by mail as PDF and stay in the account for 10 years.',
  },
  {
    title: 'Shop policy: answering customers',
    text: 'Answer within one working day, greet the customer by name, and name the order number. Apologise once when something went wrong, then say what happens next and by when. Never promise what no policy allows; ask a team lead instead. Sign as "The support team".',
  },
]
