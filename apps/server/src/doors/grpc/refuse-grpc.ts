import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AppContext } from '../../http/api.ts'
import { emptyDelivery } from '../../ingest/delivery.ts'
import { firstStream, greeting, unimplemented } from './http2-frames.ts'

export const NO_GRPC = 'gRPC is not spoken here: set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf'

const TOLD_EVERY_MS = 60_000
const MOST_BYTES = 64 * 1_024

/** For a client to make its call, hear the answer and go. */
const STAYS_MS = 10_000

const ANSWERS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

type ClientError = Error & { code?: string; rawPacket?: Buffer }

function begin(socket: Duplex) {
  const stay = setTimeout(() => socket.destroy(), STAYS_MS).unref()
  socket.once('close', () => clearTimeout(stay))
  socket.write(greeting)
}

/**
 * Exporters for Python speak gRPC unless they are told otherwise, and would hear nothing but of a protocol error. What
 * they send is an error to a server of HTTP/1, which hands it over as it came; other errors are answered as Node does.
 */
export function refuseGrpc(server: Server, { ingest, log }: Pick<AppContext, 'ingest' | 'log'>) {
  const calls = new WeakMap<Duplex, Buffer>()
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

  function hear(socket: Duplex, packet: Buffer) {
    const known = calls.get(socket)
    const sent = known ? Buffer.concat([known, packet]) : packet
    calls.set(socket, sent)
    if (!known) begin(socket)
    const stream = firstStream(sent)
    if (stream !== undefined) {
      tell()
      socket.end(unimplemented(stream, NO_GRPC))
    } else if (sent.length > MOST_BYTES) socket.destroy()
  }

  server.on('request', (req, res) => responses.set(req.socket, res))
  server.on('clientError', (error: ClientError, socket) => {
    // Until it has ended a client may go on sending.
    if (!socket.writable && calls.has(socket)) return
    if (error.code === 'HPE_PAUSED_H2_UPGRADE') return hear(socket, error.rawPacket ?? Buffer.of())
    const response = responses.get(socket)
    const isAnswering = response && response.headersSent && !response.writableFinished
    if (!socket.writable || isAnswering) socket.destroy()
    else
      socket.end(
        `HTTP/1.1 ${ANSWERS[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`,
      )
  })
}
