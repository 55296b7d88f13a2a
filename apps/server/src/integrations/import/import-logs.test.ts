import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { evaluation, logRecord, logsOf, sayingRecord, spanOf } from '../otlp/logs.fixture.ts'
import { imports } from './imports.fixture.ts'

describeDatabases('files of OpenTelemetry', (db) => {
  const open = imports(db)

  test('tell by their log records what was said in their spans', async () => {
    const { take, client } = await open()
    const logs = logsOf(sayingRecord('gen_ai.user.message', 'Moon?'), logRecord('slow today'))

    const report = await take([logs, spanOf()].join('\n'))

    expect(report).toMatchObject({ formats: ['otlp'], spans: 2, problems: { total: 0 } })
    const { items } = await client.traces.list({ limit: 2 })
    expect(items).toMatchObject([{ title: 'Moon?', name: 'chat gpt-5', spanCount: 1 }])
  })

  test('hear which of their log records cannot be taken', async () => {
    const { take } = await open()
    const none = logRecord('up', { traceId: '', spanId: '' })

    const report = await take(logsOf(none, logRecord('said'), none, evaluation({}, 1)))

    expect(report.problems).toMatchObject({
      first: [
        { message: expect.stringContaining('2 log records are of no span') },
        { place: 'gen_ai.evaluation.result' },
      ],
    })
  })
})
