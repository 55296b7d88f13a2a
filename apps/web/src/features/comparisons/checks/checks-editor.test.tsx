import { Notifications } from '@mantine/notifications'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { useWholePlan } from '../comparison-context.ts'
import { renderComparison } from '../render-comparison.tsx'
import { contains, detailOf, planOf, row } from '../testing.ts'
import { ChecksEditor } from './checks-editor.tsx'

let stopServing = () => {}
beforeEach(() => {
  const connections = fake.models.connections.handler(() => [])
  stopServing = serveFake({ models: { connections } })
})
afterEach(() => stopServing())

const exact = { ...contains, key: 'x', name: 'Second' }

function Names() {
  const { checks } = useWholePlan()
  return <output>{checks.map(({ name }) => name).join(', ')}</output>
}

const open = (plan = planOf({ checks: [contains, exact] })) =>
  renderComparison(
    detailOf({ plan }),
    <>
      <ChecksEditor grid={new Map()} />
      <Names />
      <Notifications />
    </>,
  )

test('a check that was removed comes back where it was', async () => {
  open()

  fireEvent.click(await screen.findByRole('button', { name: 'Remove the check Contains' }))
  expect(screen.getByRole('status')).toHaveTextContent(/^Second$/)
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(screen.getByRole('status')).toHaveTextContent('Contains, Second')
})

test.each([
  ['asks for what is expected where every case says it', 'Paris', true],
  ['does not where one case says nothing', null, false],
])('a judge %s', async (_, reference, isAsked) => {
  const cases = [
    { ...row('one'), reference: 'Rome' },
    { ...row('two'), reference },
  ]
  open(planOf({ checks: [], cases }))

  fireEvent.click(await screen.findByRole('button', { name: 'Add a check' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'A model judges' }))

  const check = within(await screen.findByRole('group', { name: 'A model judges' }))
  const prompt = await check.findByRole('textbox', { name: 'Text of message 1' })
  expect(prompt.textContent.includes('{{reference}}')).toBe(isAsked)
})

test.each([
  ['no case', [null, null], /^No case says what is expected/],
  ['one of them', ['Rome', null], '1 of 2 cases without what is expected stay without a verdict.'],
])('a check by what is expected tells beforehand that %s says it', async (_, said, told) => {
  const cases = said.map((reference, index) => ({ ...row(`c${index}`), reference }))
  const own = { ...exact, evaluator: { ...exact.evaluator, texts: ['Rome'] } }
  open(planOf({ checks: [contains, own], cases }))

  expect(await screen.findByRole('note')).toHaveTextContent(told)
})

test('a limit of latency tells that a batch has none', async () => {
  const limit = { kind: 'limit', measure: 'latency', atMost: 9 } as const
  open(planOf({ checks: [{ ...contains, evaluator: limit }], batch: true }))

  expect(await screen.findByRole('note')).toHaveTextContent(/^In batch mode an answer has no time/)
})
