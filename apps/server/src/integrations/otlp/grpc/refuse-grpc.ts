import type { Server, ServerResponse } from 'node:http'
import { constants, performServerHandshake } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { AppContext } from '../../../api/context.ts'
import { emptyDelivery } from '../../../traces/ingest/delivery.ts'

export const NO_GRPC = 'gRPC is not spoken here: set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf'

const TOLD_EVERY_MS = 60_000

/** For a client to make its call, hear the answer and go. */
const STAYS_MS = 10_000

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

/** Takes a socket from the server of HTTP/1, with what of HTTP/2 it has read, and tells of each call. */
function answerCalls(socket: Duplex, read: Buffer, onCall: () => void) {
  socket.removeAllListeners('data').pause()
  socket.unshift(read)
  const session = performServerHandshake(socket)
  const stay = setTimeout(() => session.destroy(), STAYS_MS).unref()
  session.once('close', () => clearTimeout(stay))
  // Whoever breaks the protocol hears of it from the session.
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
 * Exporters for Python speak gRPC unless they are told otherwise, and would hear nothing but of a protocol error. What
 * they send is an error to a server of HTTP/1, which hands it over as it came; other errors are answered as Node does.
 */
export function refuseGrpc(server: Server, { ingest, log }: Pick<AppContext, 'ingest' | 'log'>) {
  const responses = new WeakMap<Duplex, ServerResponse>()
  let toldAt = -TOLD_EVERY_MS

  function tell() {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = performance.now()
    log.warn({}, NO_GRPC)
    const rejection = { item: 'OTLP', field: '', reason: NO_GRPC, excerpt: '', count: 1 }
    ingest
      .store({ ...emptyDelivery('otlp'), rejections: [rejection], rejected: 1 })
      .catch((error: unknown) => log.error({ err: error }, 'a refusal cannot be listed'))
  }

  server.on('request', (req, res) => responses.set(req.socket, res))
  server.on('clientError', (error: ClientError, socket) => {
    if (error.code === 'HPE_PAUSED_H2_UPGRADE')
      return answerCalls(socket, error.rawPacket ?? Buffer.of(), tell)
    const response = responses.get(socket)
    const isAnswering = response && response.headersSent && !response.writableFinished
    if (!socket.writable || isAnswering) socket.destroy()
    else
      socket.end(
        `HTTP/1.1 ${ANSWERS[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`,
      )
  })
}
