import { describe, expect, test } from 'vitest'
import { addresses, emails, phones, urls } from './contacts.ts'
import { dates, times } from './dates.ts'
import { lineItems } from './line-items.ts'
import { money } from './money.ts'
import { companyNames, personNames } from './names.ts'
import { references } from './references.ts'

describe('dates', () => {
  test.each([
    ['2026-03-12', '2026-03-12'],
    ['12 March 2026', '2026-03-12'],
    ['12th of March 2026', '2026-03-12'],
    ['March 12, 2026', '2026-03-12'],
    ['12.03.2026', '2026-03-12'],
    ['3/12/2026', '2026-03-12'],
    ['25/12/2026', '2026-12-25'],
  ])('%s', (text, iso) => {
    expect(dates(`on ${text}, as agreed`).map((date) => date.iso)).toEqual([iso])
  })

  test('that do not exist are none', () => {
    expect(dates('2026-02-30 and 31 June 2026')).toEqual([])
  })

  test('times of day', () => {
    expect(times('at 9:30 and 5 pm, not 25:00')).toEqual(['9:30', '5 pm'])
  })
})

test('money in its many spellings', () => {
  const found = money('$1,234.50, 12,50 €, EUR 30, 5 dollars and £3')

  expect(found.map(({ amount, currency }) => [amount, currency])).toEqual([
    [1234.5, 'USD'],
    [12.5, 'EUR'],
    [30, 'EUR'],
    [5, 'USD'],
    [3, 'GBP'],
  ])
})

test('contacts', () => {
  const text =
    'Write to ada@example.com, see https://example.com/a?b=1. or call +44 20 7946 0958 at 12 Baker Street, London. Not on 2026-03-12.'

  expect(emails(text)).toEqual(['ada@example.com'])
  expect(urls(text)).toEqual(['https://example.com/a?b=1'])
  expect(phones(text)).toEqual(['+44 20 7946 0958'])
  expect(addresses(text)).toEqual(['12 Baker Street, London'])
})

test('people and companies are told apart', () => {
  const text =
    'Dear Maria Jensen,\nBlue Ocean Ltd has your parcel. Ask Dr. Ali Khan.\n\nBest regards,\nSam Poe'

  expect(personNames(text)).toEqual(expect.arrayContaining(['Maria Jensen', 'Ali Khan', 'Sam Poe']))
  expect(personNames(text)).not.toContain('Blue Ocean')
  expect(companyNames(text)).toEqual(['Blue Ocean Ltd'])
})

test('references with what they refer to', () => {
  expect(references('Order #A-1042, invoice no. INV-7 and ticket 99881; see also REQ-55')).toEqual([
    { kind: 'order', value: 'A-1042' },
    { kind: 'invoice', value: 'INV-7' },
    { kind: 'ticket', value: '99881' },
    { kind: '', value: 'REQ-55' },
  ])
})

describe('line items', () => {
  test.each([
    ['2 x Blue mug @ $12.50', [['Blue mug', 2, 12.5]]],
    ['- 3 × Tea tin — $4.00 each', [['Tea tin', 3, 4]]],
    ['- 1 x Pen set: 12.00 EUR', [['Pen set', 1, 12]]],
    ['3 x Notebook, 4.50 EUR', [['Notebook', 3, 4.5]]],
    [
      '2 desk lamps at 79.90 each, 1 chair at 240.00. Total 399.80 EUR',
      [
        ['desk lamps', 2, 79.9],
        ['chair', 1, 240],
      ],
    ],
    ['Widget A, qty 4, $3.99', [['Widget A', 4, 3.99]]],
    [
      'We bought two mugs at $12 each and a teapot for $30.',
      [
        ['mugs', 2, 12],
        ['teapot', 1, 30],
      ],
    ],
    ['Item, Qty, Price\nLamp, 2, 40.00', [['Lamp', 2, 40]]],
    ['Total: $55.00', []],
    ['Nothing was bought.', []],
  ])('%s', (text, items) => {
    expect(
      lineItems(text).map((item) => [item.description, item.quantity, item.unitPrice]),
    ).toEqual(items)
  })
})
