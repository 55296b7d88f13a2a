import { Limits } from '@lathe/contract'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { readConfig, renderSettings, settingWarnings } from './config.ts'

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('readConfig', () => {
  test('accepts an empty environment and then listens on loopback only', () => {
    const config = readConfig({})

    expect(config).toMatchObject({ host: '127.0.0.1', isLoopback: true, requireKeys: false })
    expect(config.port).toBeUndefined()
    expect(config.limits.runSteps).toBe(50)
  })

  test('treats an empty variable as unset', () => {
    expect(readConfig({ DATABASE_URL: '', LATHE_RUN_STEPS: '' }).databaseUrl).toBeUndefined()
  })

  test('reports all invalid settings in one error', () => {
    const problems = problemsOf({
      PORT: 'http',
      HOST: '0.0.0.0',
      DATABASE_URL: 'mysql://localhost/x',
      LATHE_RUN_STEPS: '-1',
      LATHE_REQUIRE_KEYS: 'perhaps',
    })

    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'LATHE_REQUIRE_KEYS',
      'LATHE_RUN_STEPS',
      'HOST',
    ])
  })

  test.each(['LATHE_RUNS_AT_ONCE', 'LATHE_RUN_STEPS', 'LATHE_RUN_ATTEMPTS'])(
    'rejects %s of 0',
    (name) => {
      expect(problemsOf({ [name]: '0' })).toEqual([expect.stringContaining(name)])
    },
  )

  test('requires a token for a non-loopback host', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })).toEqual([expect.stringContaining('LATHE_TOKEN')])
    expect(problemsOf({ HOST: '0.0.0.0', LATHE_TOKEN: 'x'.repeat(31) })).toEqual([
      'LATHE_TOKEN: must have at least 32 characters',
    ])

    const config = readConfig({ HOST: '0.0.0.0', LATHE_TOKEN: 'x'.repeat(32) })

    expect(config).toMatchObject({ isLoopback: false, requireKeys: true })
  })

  test.each([
    ['https://lathe.example', true],
    ['http://127.0.0.1:4747', false],
    ['http://[::1]:4747', false],
  ])('public URL %s sets requireKeys to %s', (LATHE_PUBLIC_URL, requireKeys) => {
    expect(readConfig({ LATHE_PUBLIC_URL })).toMatchObject({ isLoopback: true, requireKeys })
  })

  test.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('counts %s as loopback', (HOST) => {
    expect(readConfig({ HOST }).isLoopback).toBe(true)
  })

  test('reads every limit from a variable of its name', () => {
    const { limits } = readConfig({ LATHE_RUNS_AT_ONCE: '3', LATHE_PROVIDER_TIMEOUT_MS: '1500' })

    expect(limits).toMatchObject({ runsAtOnce: 3, providerTimeoutMs: 1500 })
  })

  test('returns a frozen configuration', () => {
    const config = readConfig({})

    expect(Object.isFrozen(config) && Object.isFrozen(config.limits)).toBe(true)
  })
})

test('settingWarnings reports unknown variables that look like settings', () => {
  expect(settingWarnings({ LATHE_RUN_STEP: '9', LATHE_HOME: '/x', HOME: '/y' })).toEqual([
    'LATHE_RUN_STEP is not a Lathe setting',
  ])
})

test('settingWarnings reports LANGSMITH_TRACING without LANGSMITH_API_KEY', () => {
  const warnings = ['LANGSMITH_TRACING has no effect without LANGSMITH_API_KEY']
  expect(settingWarnings({ LANGSMITH_TRACING: 'true', LANGSMITH_API_KEY: '' })).toEqual(warnings)
  expect(settingWarnings({ LANGSMITH_TRACING: 'true', LANGSMITH_API_KEY: 'key' })).toEqual([])
  expect(settingWarnings({ LANGSMITH_TRACING: 'false' })).toEqual([])
  expect(settingWarnings({ LANGSMITH_API_KEY: 'key' })).toEqual([])
})

test('settingWarnings reports a shared database without LATHE_SECRET_KEY', () => {
  const store = { DATABASE_URL: 'postgres://db/lathe' }
  expect(settingWarnings(store)).toEqual([
    'LATHE_SECRET_KEY is not set: other servers cannot read the keys that this server stores',
  ])
  expect(settingWarnings({ ...store, LATHE_SECRET_KEY: 'x'.repeat(32) })).toEqual([])
})

test('renders every setting with its default and meaning', () => {
  const rows = renderSettings().split('\n')

  expect(rows).toContain('| `LATHE_RUN_STEPS` | `50` | Maximum supersteps of a run. |')
  expect(rows.slice(2).every((row) => /^\| `[A-Z_]+` \|.*\| .+ \|$/.test(row))).toBe(true)
})

test('every limit is used in the source', () => {
  const root = join(import.meta.dirname, '../../../../..')
  const files = globSync(['apps/server/src/**/*.ts', 'packages/engine/src/**/*.ts'], { cwd: root })
  const sources = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')

  const idle = Object.keys(Limits.shape).filter(
    (name) => !new RegExp(`\\b${name}\\b`).test(sources),
  )

  expect(idle).toEqual([])
})
