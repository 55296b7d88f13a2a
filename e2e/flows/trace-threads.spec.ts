import { expectAccessibleInBoth } from '../accessibility.ts'
import { expect, test } from '../lathe.ts'

const started = Date.now() - 60_000

const turn = (number: number, question: string, answer: string) => {
  const id = crypto.randomUUID()
  const start = started + number * 1_000
  return {
    id,
    trace_id: id,
    name: 'support',
    run_type: 'chain',
    session_name: 'parcels',
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 500).toISOString(),
    inputs: { messages: [{ role: 'user', content: question }] },
    outputs: { messages: [{ role: 'assistant', content: answer }] },
    extra: { metadata: { thread_id: 'parcel/1' } },
  }
}

test('shows an external thread turn by turn', async ({ lathe, server }) => {
  const response = await fetch(`${server.url}/api/v1/runs/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': server.token },
    body: JSON.stringify({
      post: [
        turn(1, 'Where is my parcel?', 'It left the warehouse.'),
        turn(2, 'When will it be here?', 'On Friday.'),
      ],
      patch: [],
    }),
  })
  expect(response.status).toBe(202)

  await lathe.goto(`${server.url}/traces`)
  await lathe.getByRole('link', { name: 'Threads', exact: true }).last().click()
  await lathe.getByRole('row', { name: /Where is my parcel/ }).click()

  const turns = lathe.getByRole('list', { name: 'Turns' })
  await expect(turns.getByText('It left the warehouse.')).toBeVisible()
  await expect(turns.getByText('On Friday.')).toBeVisible()
  await expectAccessibleInBoth(lathe)

  await turns.getByRole('link', { name: 'Turn 2' }).click()
  await lathe.getByRole('link', { name: 'Thread', exact: true }).click()
  await expect(turns.getByRole('listitem')).toHaveCount(2)
})
