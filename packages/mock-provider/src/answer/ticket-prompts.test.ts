import { describe, expect, test } from 'vitest'
import { answerStructured, answerText } from '../testing/answer.ts'

describe('support triage', () => {
  const schema = {
    type: 'object',
    properties: {
      category: { enum: ['billing', 'technical', 'account', 'other'] },
      urgency: { enum: ['low', 'normal', 'high'] },
      summary: { type: 'string' },
    },
    required: ['category', 'urgency', 'summary'],
  }
  const BILLING = `Hello,

I was charged twice for my subscription this month (invoice INV-2041). Please refund one payment as soon as possible!

Best regards,
Maria Jensen`

  test.each([
    [BILLING, { category: 'billing', urgency: 'high' }],
    [
      'The app crashes with an error when I open the settings. Not urgent.',
      { category: 'technical', urgency: 'low' },
    ],
    [
      'Hi, I forgot my password and my account is locked.',
      { category: 'account', urgency: 'normal' },
    ],
    ['Do you sell gift wrapping paper?', { category: 'other', urgency: 'normal' }],
  ])('sorts %s', (ticket, triage) => {
    expect(answerStructured(ticket, schema, 'Classify the support ticket.')).toMatchObject(triage)
  })

  test('chooses among the words it is given', () => {
    const asked = 'You sort support tickets. Answer with one word: billing, bug or other.'

    expect(answerText('Please refund my order', asked)).toBe('billing')
    expect(answerText('The app crashes on start', asked)).toBe('bug')
  })

  test('sums a ticket up by its main sentence', () => {
    expect(answerStructured(BILLING, schema, 'Classify the support ticket.')).toMatchObject({
      summary: 'I was charged twice for my subscription this month (invoice INV-2041).',
    })
  })

  test('drafts a reply that fits the ticket', () => {
    const reply = answerText(
      `Category: billing\nTicket:\n${BILLING}`,
      'You draft replies to customers.',
    )

    expect(reply).toMatch(/^Hi Maria,\n\nThank you for getting in touch about invoice INV-2041\./)
    expect(reply).toContain('billing team')
    expect(reply).toMatch(/Best regards,\nThe support team$/)
  })

  test('takes up what a person asked to change', () => {
    const reply = answerText(
      `Ticket:\n${BILLING}\n\nFeedback: Mention that the refund takes five days`,
      'You draft replies to customers.',
    )

    expect(reply).toContain('Please note: the refund takes five days.')
  })

  test('says what the policy allows', () => {
    const reply = answerText(
      `Write a reply to this customer.\n\nTicket:\n${BILLING}\n\nPolicy notes:\nDouble charges are refunded in five days. Shipping takes three days.`,
      'You answer customers for a shop: friendly, in at most four sentences. Sign as "The shop team".',
    )

    expect(reply).toContain('Double charges are refunded in five days.')
    expect(reply).toMatch(/Best regards,\nThe shop team$/)
  })
})
