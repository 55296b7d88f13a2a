import { toFile } from 'openai'
import { describe, expect, test } from 'vitest'
import { eachTestWithMockProvider, FAST, openAi, user } from '../testing/mock-provider-test.ts'

const mockProvider = eachTestWithMockProvider({ settings: { batchMs: 0 } })

const line = (customId: string, content: string, more = {}) => ({
  custom_id: customId,
  method: 'POST',
  url: '/v1/chat/completions',
  body: { model: FAST, messages: [user(content)] },
  ...more,
})

async function start(lines: object[], headers: Record<string, string> = {}) {
  const client = openAi(mockProvider.current)
  const text = lines.map((one) => JSON.stringify(one)).join('\n')
  const file = await client.files.create({
    file: await toFile(Buffer.from(text), 'b.jsonl'),
    purpose: 'batch',
  })
  const made = await client.batches.create(
    { input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' },
    { headers },
  )
  const read = async (id: string | null | undefined) =>
    id == null
      ? []
      : (await (await client.files.content(id)).text())
          .trim()
          .split('\n')
          .map((row) => JSON.parse(row))
  const batch = await client.batches.retrieve(made.id)
  return {
    client,
    batch,
    output: await read(batch.output_file_id),
    errors: await read(batch.error_file_id),
  }
}

describe('a batch', () => {
  test('answers each line like a single request, and writes errors to their own file', async () => {
    const { client, batch, output, errors } = await start([
      line('a', 'What is 6 * 7?'),
      line('b', 'Hello [[fault: 429]]'),
    ])

    const alone = await client.chat.completions.create({
      model: FAST,
      messages: [user('What is 6 * 7?')],
    })
    expect(batch).toMatchObject({
      status: 'completed',
      request_counts: { total: 2, completed: 1, failed: 1 },
    })
    expect(output).toEqual([
      expect.objectContaining({
        custom_id: 'a',
        response: expect.objectContaining({ status_code: 200, body: alone }),
      }),
    ])
    expect(errors).toEqual([
      expect.objectContaining({
        custom_id: 'b',
        response: expect.objectContaining({
          status_code: 429,
          body: { error: expect.objectContaining({ code: 'rate_limit_exceeded' }) },
        }),
      }),
    ])
  })

  test('fails with the line numbers of invalid lines', async () => {
    const { batch } = await start([line('a', 'x'), line('a', 'y'), { custom_id: 'c' }])

    expect(batch).toMatchObject({
      status: 'failed',
      errors: {
        data: [
          { code: 'duplicate_custom_id', line: 2 },
          { code: 'invalid_json_line', line: 3 },
        ],
      },
    })
  })

  test('waits until a held line is released', async () => {
    const release = mockProvider.current.hold('tides')
    const { client, batch } = await start([line('a', 'What makes tides?'), line('b', 'x')])
    expect(batch).toMatchObject({ status: 'in_progress', request_counts: { completed: 0 } })

    release()

    expect(await client.batches.retrieve(batch.id)).toMatchObject({ status: 'completed' })
  })

  test('reports unreached lines as expired at the end of its window', async () => {
    const { batch, output, errors } = await start([line('a', 'x'), line('b', 'y')], {
      'x-demo-batch-end': 'expired',
    })

    expect(batch.status).toBe('expired')
    expect(output).toHaveLength(1)
    expect(errors).toMatchObject([{ custom_id: 'b', error: { code: 'batch_expired' } }])
  })
})

test('a cancelled batch keeps its answered lines, and an unknown batch returns 404', async () => {
  const slow = openAi(mockProvider.current)
  const headers = { 'x-demo-batch-ms': '60000' }
  const file = await slow.files.create({
    file: await toFile(Buffer.from(JSON.stringify(line('a', 'x'))), 'b.jsonl'),
    purpose: 'batch',
  })
  const made = await slow.batches.create(
    { input_file_id: file.id, endpoint: '/v1/chat/completions', completion_window: '24h' },
    { headers },
  )

  expect(made.status).toBe('in_progress')
  expect(await slow.batches.cancel(made.id)).toMatchObject({
    status: 'cancelled',
    request_counts: { completed: 0 },
  })
  await expect(slow.batches.retrieve('batch_none')).rejects.toMatchObject({ status: 404 })
})
