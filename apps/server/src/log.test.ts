import { describe, expect, test } from 'vitest'
import { createLog } from './log.ts'

function recorded(level = 'debug') {
  const lines: string[] = []
  const log = createLog(level, { write: (line) => lines.push(line) })
  return { log, lines }
}

describe('the log', () => {
  test('cuts out known secrets wherever they stand', () => {
    const { log, lines } = recorded()
    log.hide('sk-canary-123')

    log.error({ err: new Error('401 for key sk-canary-123') }, 'call with sk-canary-123 failed')

    expect(lines.join('')).not.toContain('canary')
    expect(lines.join('')).toContain('[secret]')
  })

  test('redacts fields that hold credentials', () => {
    const { log, lines } = recorded()

    log.info({ headers: { authorization: 'Bearer abc' }, apiKey: 'abc' }, 'request')

    expect(lines.join('')).not.toContain('abc')
  })

  test('leaves out what is below its level', () => {
    const { log, lines } = recorded('warn')

    log.info('quiet')
    log.warn('loud')

    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['loud'])
  })
})
