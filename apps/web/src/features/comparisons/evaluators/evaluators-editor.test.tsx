import { Notifications } from '@mantine/notifications'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { useFullPlan } from '../comparison-context.ts'
import { renderComparison } from '../render-comparison.tsx'
import { contains, makeDetail, makePlan, row } from '../testing.ts'
import { EvaluatorsEditor } from './evaluators-editor.tsx'

let stopServing = () => {}
beforeEach(() => {
  const connections = fake.models.connections.handler(() => [])
  stopServing = serveFake({ models: { connections } })
})
afterEach(() => stopServing())

const exact = { ...contains, key: 'x', name: 'Second' }

function Names() {
  const { evaluators } = useFullPlan()
  return <output>{evaluators.map(({ name }) => name).join(', ')}</output>
}

const open = (plan = makePlan({ evaluators: [contains, exact] })) =>
  renderComparison(
    makeDetail({ plan }),
    <>
      <EvaluatorsEditor grid={new Map()} />
      <Names />
      <Notifications />
    </>,
  )

test('restoring a removed evaluator puts it back in place', async () => {
  open()

  fireEvent.click(await screen.findByRole('button', { name: 'Remove evaluator Contains' }))
  expect(screen.getByRole('status')).toHaveTextContent(/^Second$/)
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(screen.getByRole('status')).toHaveTextContent('Contains, Second')
})

test.each([
  ['asks for the reference if every case has one', 'Paris', true],
  ['asks without the reference if a case has none', null, false],
])('a new judge %s', async (_, reference, isAsked) => {
  const cases = [
    { ...row('one'), reference: 'Rome' },
    { ...row('two'), reference },
  ]
  open(makePlan({ evaluators: [], cases }))

  fireEvent.click(await screen.findByRole('button', { name: 'Add evaluator' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'LLM judge' }))

  const check = within(await screen.findByRole('group', { name: 'LLM judge' }))
  const prompt = await check.findByRole('textbox', { name: 'Text of message 1' })
  expect(prompt.textContent.includes('{{reference}}')).toBe(isAsked)
})

test.each([
  ['no case has one', [null, null], /^No case has a reference/],
  ['one case has none', ['Rome', null], '1 of 2 cases have no reference and stay undecided.'],
])('an evaluator by reference warns that it needs one: %s', async (_, said, told) => {
  const cases = said.map((reference, index) => ({ ...row(`c${index}`), reference }))
  const editedCheck = { ...exact, evaluator: { ...exact.evaluator, texts: ['Rome'] } }
  open(makePlan({ evaluators: [contains, editedCheck], cases }))

  expect(await screen.findByRole('note')).toHaveTextContent(told)
})

test('a latency limit warns that batches are not timed', async () => {
  const limit = { kind: 'limit', measure: 'latency', atMost: 9 } as const
  open(makePlan({ evaluators: [{ ...contains, evaluator: limit }], batch: true }))

  expect(await screen.findByRole('note')).toHaveTextContent(/^Batch mode does not measure latency/)
})
