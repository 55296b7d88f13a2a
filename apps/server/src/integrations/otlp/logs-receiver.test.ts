import { context, trace } from '@opentelemetry/api'
import { OTLPLogExporter as JsonExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPLogExporter as ProtoExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { readModelInputs, readModelOutputs } from '@lathe/traces'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { useLangsmithServer } from '../../testing/langsmith-harness.ts'
import {
  LOG_TIME,
  evaluation,
  logRecord,
  createLogs,
  contentRecord,
  createSpan,
} from './logs.fixture.ts'

const exporters = { proto: ProtoExporter, json: JsonExporter }

describeDatabases('OTLP log records', (db) => {
  const start = useLangsmithServer(db)

  async function open() {
    const server = await start()
    const sendTo =
      (path: string) =>
      async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
        const init = { 'content-type': 'application/json', ...headers }
        const response = await fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: init,
          body,
        })
        return { status: response.status, text: await response.text() }
      }
    /** Returns the only span. */
    const readOnlySpan = async () => {
      const [item] = (await server.client.traces.list({ limit: 2 })).items
      const traceId = item?.id ?? ''
      const { spans } = await server.client.traces.get({ id: traceId })
      expect(spans).toHaveLength(1)
      return await server.client.traces.span({ traceId, spanId: spans[0]?.id ?? '' })
    }
    const sendLogs = sendTo('/v1/logs')
    return { ...server, sendTo, sendLogs, sendSpans: sendTo('/v1/traces'), only: readOnlySpan }
  }

  test.each(['proto', 'json'] as const)(
    'message events exported as %s become messages of their spans',
    async (kind) => {
      const { url, client, only: readOnlySpan } = await open()
      const spans = new SimpleSpanProcessor(new OTLPTraceExporter({ url: `${url}/v1/traces` }))
      const tracing = new BasicTracerProvider({ spanProcessors: [spans] })
      const exporter = new exporters[kind]({ url: `${url}/v1/logs` })
      const logging = new LoggerProvider({ processors: [new BatchLogRecordProcessor(exporter)] })
      const span = tracing.getTracer('probe').startSpan('chat gpt-5', {
        attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-5' },
      })
      const within = trace.setSpan(context.active(), span)
      const logger = logging.getLogger('probe')
      const emitLog = (eventName: string, body: { [key: string]: string | { content: string } }) =>
        logger.emit({ eventName, body, context: within })
      emitLog('gen_ai.user.message', { content: 'Where is the moon?' })
      emitLog('gen_ai.choice', { finish_reason: 'stop', message: { content: 'Far.' } })
      logger.emit({ body: 'slow today', severityText: 'WARN', context: within })
      span.end()
      await logging.shutdown()
      await tracing.shutdown()

      const { items } = await client.traces.list({ limit: 10 })
      expect(items).toMatchObject([{ title: 'Where is the moon?', status: 'success' }])
      const storedSpan = await readOnlySpan()
      expect(storedSpan).toMatchObject({ name: 'chat gpt-5', kind: 'model', model: 'gpt-5' })
      const requestMessages = readModelInputs(storedSpan.inputs, storedSpan.metadata)?.messages
      expect(requestMessages).toEqual([{ role: 'user', content: 'Where is the moon?' }])
      expect(readModelOutputs(storedSpan.outputs)?.message?.content).toBe('Far.')
      expect(storedSpan.events.at(-1)).toMatchObject({
        attributes: { 'log.severity': 'WARN', 'log.body': 'slow today' },
      })
    },
  )

  test('log records are accepted at every URL exporters use, gzip included', async () => {
    const { sendTo, client } = await open()
    const body = createLogs(logRecord('said'))
    for (const path of ['/v1/logs', '/otel/v1/logs', '/api/v1/otel/v1/logs', '/v1/logs/v1/logs'])
      expect(await sendTo(path)(body)).toEqual({ status: 200, text: '{}' })
    const compressed = new Uint8Array(gzipSync(body))
    const compressedResponse = await sendTo('/v1/logs')(compressed, { 'content-encoding': 'gzip' })
    expect(compressedResponse.status).toBe(200)
    expect((await client.traces.list({ limit: 10 })).items).toHaveLength(1)
  })

  test('messages that precede their span are shown and the span keeps its own times', async () => {
    const { sendLogs, sendSpans, only: readOnlySpan, client } = await open()
    await sendLogs(createLogs(contentRecord('gen_ai.user.message', 'Where is the moon?')))
    expect(await readOnlySpan()).toMatchObject({ status: 'running', kind: 'model', endedAt: null })

    await sendSpans(createSpan({ startTimeUnixNano: `${LOG_TIME + 5_000}000` }))

    const [storedSpan] = (await client.traces.list({ limit: 10 })).items
    expect(storedSpan).toMatchObject({
      name: 'chat gpt-5',
      status: 'success',
      startedAt: LOG_TIME + 5_000,
    })
    const span = await readOnlySpan()
    expect(span).toMatchObject({ parentId: null, startedAt: LOG_TIME + 5_000 })
    expect(span.inputs).toEqual({ messages: [{ role: 'user', content: 'Where is the moon?' }] })
  })

  test('log records do not overwrite attributes of their span', async () => {
    const { sendLogs, sendSpans, only: readOnlySpan } = await open()
    const ownAttributes = { 'gen_ai.prompt': 'its own' }
    await sendSpans(createSpan({}, ownAttributes))
    await sendLogs(createLogs(contentRecord('gen_ai.user.message', 'another')))
    expect((await readOnlySpan()).inputs).toEqual({ input: 'its own' })
    await sendSpans(createSpan({}, ownAttributes))
    expect((await readOnlySpan()).inputs).toEqual({ input: 'its own' })
  })

  test('a log record provides the stack trace of a failed span', async () => {
    const { sendLogs, sendSpans, only: readOnlySpan } = await open()
    const key = 'exception.stacktrace'
    const attributes = [{ key, value: { stringValue: 'at tides.ts:7' } }]
    await sendLogs(createLogs(logRecord('', { eventName: 'exception', attributes })))
    await sendSpans(createSpan({ status: { code: 2, message: 'no tides' } }))
    expect((await readOnlySpan()).error).toMatchObject({
      message: 'no tides',
      stack: 'at tides.ts:7',
    })
  })

  test('log records without a span are rejected as one item with their count', async () => {
    const { sendLogs, client } = await open()
    const unsampledRecord = logRecord('up', { traceId: '', spanId: '' })
    for (const logsBody of [
      createLogs(unsampledRecord, unsampledRecord),
      createLogs(unsampledRecord, unsampledRecord, unsampledRecord),
    ])
      await sendLogs(logsBody)

    const { status, text } = await sendLogs(
      createLogs(unsampledRecord, logRecord('said'), unsampledRecord, unsampledRecord),
    )

    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({
      partialSuccess: {
        rejectedLogRecords: '3',
        errorMessage: expect.stringContaining('3 log records have no span'),
      },
    })
    expect((await client.traces.list({ limit: 10 })).items).toHaveLength(1)
    const [rejectedItem] = await client.traces.rejected({})
    expect(rejectedItem).toMatchObject({
      reason: expect.stringContaining('3 log records'),
      excerpt: 'up',
    })
  })

  test('log records with characters that databases reject are stored as text', async () => {
    const { sendLogs, sendSpans, only: readOnlySpan, client } = await open()
    const unusualText = 'a\u0000b\ud800'
    await sendSpans(createSpan())
    const logsBody = createLogs(
      logRecord(unusualText, { severityText: unusualText, eventName: unusualText }),
      contentRecord('gen_ai.user.message', unusualText),
      logRecord(unusualText, { traceId: '', spanId: '' }),
    )
    expect((await sendLogs(logsBody)).status).toBe(200)
    expect((await sendLogs(logsBody)).status).toBe(200)
    expect((await readOnlySpan()).events).toHaveLength(2)
    expect(await client.traces.rejected({})).not.toEqual([])
  })

  test('log records of unsampled spans create no trace', async () => {
    const { sendLogs, sendSpans, client, only: readOnlySpan } = await open()
    const unsampled = createLogs(logRecord('said', { flags: 0 }), logRecord('more', { flags: 0 }))
    const rejectedResponse = await sendLogs(unsampled)
    expect(JSON.parse(rejectedResponse.text)).toMatchObject({
      partialSuccess: { rejectedLogRecords: '2' },
    })
    expect((await client.traces.list({ limit: 10 })).items).toEqual([])

    await sendSpans(createSpan())
    expect((await sendLogs(unsampled)).text).toBe('{}')
    expect((await readOnlySpan()).events).toHaveLength(2)
  })

  test('evaluation results are stored once as feedback on their span', async () => {
    const { sendLogs, sendSpans, client } = await open()
    const name = 'gen_ai.evaluation.name'
    const label = { 'gen_ai.evaluation.score.label': 'pass' }
    const logsBody = createLogs(
      evaluation({ [name]: 'relevance', ...label }, 0.75),
      evaluation({}, 1),
    )
    const { text } = await sendLogs(logsBody)
    await sendSpans(createSpan())
    await sendLogs(logsBody)

    expect(JSON.parse(text)).toMatchObject({ partialSuccess: { rejectedLogRecords: '1' } })
    const [trace] = (await client.traces.list({ limit: 10 })).items
    expect(trace?.feedback).toEqual([{ key: 'relevance', count: 1, average: 0.75 }])
  })

  test('unreadable log exports are rejected with the failing part', async () => {
    const { sendLogs } = await open()
    expect(await sendLogs('{"resourceLogs":5}')).toMatchObject({
      status: 400,
      text: expect.stringContaining('resourceLogs is not a list'),
    })
    const protobuf = { 'content-type': 'application/x-protobuf' }
    expect(await sendLogs(new Uint8Array([10, 200, 1, 1]), protobuf)).toMatchObject({
      status: 400,
      text: expect.stringContaining('ExportLogsServiceRequest'),
    })
    const { text } = await sendLogs(createLogs(logRecord('a', { spanId: 'short' })))
    expect(text).toContain('resourceLogs.0.scopeLogs.0.logRecords.0 spanId is not 8 bytes')
  })
})
