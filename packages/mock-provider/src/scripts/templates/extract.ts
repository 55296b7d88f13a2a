import { json, type TemplateScript } from './template-script.ts'

/** The data of the invoice that the template brings as its example. */
const INVOICE = {
  number: '2026-117',
  date: '2026-03-03',
  company: 'Nordlicht Ltd',
  email: 'billing@nordlicht.example',
  currency: 'EUR',
  total: 399.8,
  items: [
    { name: 'desk lamp', quantity: 2, price: 79.9 },
    { name: 'chair', quantity: 1, price: 240 },
  ],
}

export const extractScript: TemplateScript = [
  {
    system: /^Extract the data of the invoice\b/,
    answer: ({ question }) =>
      question.includes(`Invoice ${INVOICE.number}`) ? json(INVOICE) : undefined,
  },
]
