import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog, openLog } from './log.ts'

function recorded(level = 'debug') {
  const lines: string[] = []
  const log = createLog(level, { write: (line) => lines.push(line) })
  return { log, lines }
}

describe('log', () => {
  test('redacts known secrets anywhere in a line', () => {
    const { log, lines } = recorded()
    log.hideSecret('sk-canary-123')

    log.error({ err: new Error('401 for key sk-canary-123') }, 'call with sk-canary-123 failed')

    expect(lines.join('')).not.toContain('canary')
    expect(lines.join('')).toContain('[secret]')
  })

  test('redacts credential fields', () => {
    const { log, lines } = recorded()

    log.info({ headers: { authorization: 'Bearer abc' }, apiKey: 'abc' }, 'request')

    expect(lines.join('')).not.toContain('abc')
  })

  test('drops lines below the level', () => {
    const { log, lines } = recorded('warn')

    log.info('quiet')
    log.warn('loud')

    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['loud'])
  })
})

describe('log file', () => {
  let home: string
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'lathe-log-'))
  })
  afterEach(() => rm(home, { recursive: true }))

  const open = () => openLog({ home, log: { to: 'file', level: 'info' } })
  const file = () => join(home, 'log', 'server.jsonl')

  test('contains every line up to the end of the process', async () => {
    const log = open()
    log.info('first')
    log.info('last')
    log.close()

    const lines = (await readFile(file(), 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['first', 'last'])
  })

  test('the log file is rotated at its maximum size, keeping the previous file', async () => {
    const log = open()
    const most = 40
    for (let i = 0; i < most; i++) log.info({ i, text: 'x'.repeat(512 * 1024) })
    log.close()

    const files = await Promise.all(
      ['server.1.jsonl', 'server.jsonl'].map((name) => readFile(join(home, 'log', name), 'utf8')),
    )
    const lines = files.map((text) => text.trim().split('\n'))
    expect(lines.flat().map((line) => JSON.parse(line).i)).toEqual([...Array(most).keys()])
    expect(lines.map(({ length }) => length)).toEqual([32, 8])
  })

  test.skipIf(!existsSync('/dev/full'))('the log file does not fail on a full disk', async () => {
    await mkdir(join(home, 'log'))
    await symlink('/dev/full', file())

    const log = open()
    for (let i = 0; i < 100; i++) log.info('x'.repeat(20_000))
    await new Promise((resolve) => setTimeout(resolve, 50))

    expect(() => log.close()).not.toThrow()
  })
})
