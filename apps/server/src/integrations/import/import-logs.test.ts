import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import {
  evaluation,
  logRecord,
  createLogs,
  contentRecord,
  createSpan,
} from '../otlp/logs.fixture.ts'
import { imports } from './imports.fixture.ts'

describeDatabases('OpenTelemetry files', (db) => {
  const open = imports(db)

  test('log records of an imported file become messages of their spans', async () => {
    const { take, client } = await open()
    const logs = createLogs(contentRecord('gen_ai.user.message', 'Moon?'), logRecord('slow today'))

    const report = await take([logs, createSpan()].join('\n'))

    expect(report).toMatchObject({ formats: ['otlp'], spans: 2, problems: { total: 0 } })
    const { items } = await client.traces.list({ limit: 2 })
    expect(items).toMatchObject([{ title: 'Moon?', name: 'chat gpt-5', spanCount: 1 }])
  })

  test('log records of an imported file that cannot be stored are reported', async () => {
    const { take } = await open()
    const spanless = logRecord('up', { traceId: '', spanId: '' })

    const report = await take(createLogs(spanless, logRecord('said'), spanless, evaluation({}, 1)))

    expect(report.problems).toMatchObject({
      first: [
        { message: expect.stringContaining('2 log records have no span') },
        { location: 'gen_ai.evaluation.result' },
      ],
    })
  })
})
