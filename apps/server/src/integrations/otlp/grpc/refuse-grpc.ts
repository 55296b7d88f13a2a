import type { Server, ServerResponse } from 'node:http'
import { constants, performServerHandshake } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { AppContext } from '../../../api/context.ts'
import { createIngestBatch } from '../../../traces/ingest/ingest-batch.ts'

export const NO_GRPC = 'gRPC is not supported: set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf'

const REPORT_INTERVAL_MS = 60_000

/** Time for a client to make its call, read the response and disconnect. */
const CLOSE_DELAY_MS = 10_000

const UNIMPLEMENTED = {
  ':status': 200,
  'content-type': 'application/grpc',
  'grpc-status': '12',
  'grpc-message': NO_GRPC,
}

const ANSWERS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

type ClientError = Error & { code?: string; rawPacket?: Buffer }

/**
 * Takes over a socket of the HTTP/1 server with the HTTP/2 bytes read so far, and reports each
 * call.
 */
function answerCalls(socket: Duplex, read: Buffer, onCall: () => void) {
  socket.removeAllListeners('data').pause()
  socket.unshift(read)
  const session = performServerHandshake(socket)
  const closeTimer = setTimeout(() => session.destroy(), CLOSE_DELAY_MS).unref()
  session.once('close', () => clearTimeout(closeTimer))
  // The session itself answers protocol errors.
  session.on('error', () => {})
  session.on('stream', (stream) => {
    onCall()
    stream.on('error', () => {})
    stream.respond(UNIMPLEMENTED, { endStream: true })
    stream.close(constants.NGHTTP2_NO_ERROR)
    session.close()
  })
}

/**
 * Python exporters use gRPC by default and would only see a protocol error. The HTTP/1 server
 * reports their preface as an error with the raw bytes. Other errors get Node's default response.
 */
export function refuseGrpc(server: Server, { ingest, log }: Pick<AppContext, 'ingest' | 'log'>) {
  const responses = new WeakMap<Duplex, ServerResponse>()
  let reportedAt = -REPORT_INTERVAL_MS

  function reportGrpc() {
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) return
    reportedAt = performance.now()
    log.warn({}, NO_GRPC)
    const rejection = { item: 'OTLP', field: '', reason: NO_GRPC, excerpt: '', count: 1 }
    ingest
      .store({ ...createIngestBatch('otlp'), rejections: [rejection], rejectedCount: 1 })
      .catch((error: unknown) => log.error({ err: error }, 'a rejection could not be listed'))
  }

  server.on('request', (req, res) => responses.set(req.socket, res))
  server.on('clientError', (error: ClientError, socket) => {
    if (error.code === 'HPE_PAUSED_H2_UPGRADE')
      return answerCalls(socket, error.rawPacket ?? Buffer.of(), reportGrpc)
    const response = responses.get(socket)
    const isAnswering = response && response.headersSent && !response.writableFinished
    if (!socket.writable || isAnswering) socket.destroy()
    else
      socket.end(
        `HTTP/1.1 ${ANSWERS[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`,
      )
  })
}
