import { count, ms, times, type Row } from '../../lib/report.ts'
import type { Answers, Asked } from './questions.ts'

export type Measured = {
  size: number
  perSecond: number
  rawPerSecond: number
  /** Spans per second until they are searchable. */
  foundPerSecond: number
  rawFoundPerSecond: number
  /** 99th percentile of acknowledgements at full load, in milliseconds. */
  acknowledged: number
  /** Seconds the search index lagged behind once all spans were stored. */
  indexSeconds: number
  ours: Answers
  raw: Answers
  memory: { idle: number; now: number }
  /** Bytes per span. */
  disk: { ours: number; raw: number }
  /** 99th percentile at 5,000 spans a second, in milliseconds. */
  paced: number
  /** 95th percentile, in milliseconds. */
  tokens: { alone: number; ingesting: number }
}

const mb = (value: number) => `${(value / 1e6).toFixed(0)} MB`

const told = ({ p50, p95 }: Asked) => `p50 ${ms(p50)}, p95 ${ms(p95)}`

export function sizeRows(engine: string, at: Measured): Row[] {
  const { paced, tokens } = at
  const bare = `bare ${engine}`
  const name = (what: string) => `${engine}, ${count(at.size)} spans: ${what}`
  const asked = (what: string, key: keyof Answers, aim: number): Row => ({
    what: name(what),
    lathe: told(at.ours[key]),
    peers: [`${bare}: ${told(at.raw[key])}`, `target: p95 ${aim} ms`],
    ratio: `${times(at.ours[key].p50, at.raw[key].p50)}, ${times(at.ours[key].p95, at.raw[key].p95)}`,
  })
  return [
    {
      what: name('ingested'),
      lathe: `${count(at.perSecond)} spans/s, acknowledged p99 ${ms(at.acknowledged)}`,
      peers: [`${bare}, not indexed: ${count(at.rawPerSecond)} spans/s`, 'target: 10,000'],
      ratio: times(at.rawPerSecond, at.perSecond),
    },
    {
      what: name('ingested and searchable'),
      lathe: `${count(at.foundPerSecond)} spans/s, index ${at.indexSeconds.toFixed(0)} s behind`,
      peers: [`${bare}: ${count(at.rawFoundPerSecond)} spans/s`],
      ratio: times(at.rawFoundPerSecond, at.foundPerSecond),
    },
    {
      what: name('acknowledged at 5,000 spans/s'),
      lathe: `p99 ${ms(paced)}`,
      peers: ['target: 100 ms'],
      ratio: times(paced, 100),
    },
    {
      what: name('delay of a streamed token at 5,000 spans/s'),
      lathe: `p95 ${ms(tokens.ingesting - tokens.alone)}`,
      peers: [`without ingest: p95 ${ms(tokens.alone)}`, 'target: 15 ms'],
      ratio: times(tokens.ingesting - tokens.alone, 15),
    },
    asked('newest 50 of the slowest filter', 'list', 25),
    asked('all charts, 7 days by hour', 'charts', 60),
    asked('full-text search', 'search', 150),
    {
      what: name('memory of the server'),
      lathe: `${mb(at.memory.idle)} → ${mb(at.memory.now)}`,
      peers: ['target: 150 MB → 350 MB'],
      ratio: times(at.memory.now, 350e6),
    },
    {
      what: name('disk per span'),
      lathe: `${count(at.disk.ours)} bytes`,
      peers: [`${bare}: ${count(at.disk.raw)} bytes`, 'target: 3,500 bytes'],
      ratio: times(at.disk.ours, at.disk.raw),
    },
  ]
}
