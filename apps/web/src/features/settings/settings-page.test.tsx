import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { Limits } from '@lathe/contract'
import { usePreferences } from '../../lib/browser/preferences.ts'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderInApp } from '../../testing/render.tsx'
import { describeLimits } from './limits-section.tsx'
import { SettingsPage } from './settings-page.tsx'

let stop = () => {}
afterEach(() => stop())

const systemInfo = {
  version: '0.1.0',
  node: '24.21.0',
  store: 'sqlite' as const,
  location: '/data/lathe',
  url: 'http://127.0.0.1:4747',
  requireKeys: false,
  startedMs: 812,
  memoryBytes: 92_000_000,
  runs: { running: 2, queued: 1 },
  limits: Limits.parse({ runSteps: 75 }),
}

const rejected = {
  id: '0190a000-0000-7000-8000-000000000001',
  source: 'langsmith' as const,
  item: 'post.one',
  field: 'start_time',
  reason: 'is no ISO time',
  excerpt: '{}',
  rejectedAt: 1_780_000_000_000_000,
}

async function start(requireKeys = false) {
  stop = serveFake({
    system: { about: fake.system.about.handler(() => ({ ...systemInfo, requireKeys })) },
    traces: { rejected: fake.traces.rejected.handler(() => [rejected]) },
    feedbackConfigs: { list: fake.feedbackConfigs.list.handler(() => []) },
  })
  renderInApp(<SettingsPage />)
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
}

describe('SettingsPage', () => {
  test('shows version, location and state of the server', async () => {
    await start()

    expect(await screen.findByText('0.1.0 on Node 24.21.0')).toBeVisible()
    expect(screen.getByText('/data/lathe')).toBeVisible()
    expect(screen.getByText('2 running, 1 queued')).toBeVisible()
    expect(screen.getByText('92.0 MB')).toBeVisible()
  })

  test('shows the variables for sending traces here and the rejected items', async () => {
    await start()

    expect(
      await screen.findByText(/LANGSMITH_ENDPOINT=http:\/\/127\.0\.0\.1:4747\/api\/v1/),
    ).toBeVisible()
    expect(screen.getByText(/OTEL_EXPORTER_OTLP_ENDPOINT=http:\/\/127\.0\.0\.1:4747/)).toBeVisible()
    expect(screen.getByText(/OTEL_SERVICE_NAME=my-app/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy variables for OpenTelemetry' })).toBeVisible()
    expect(await screen.findByText(/is no ISO time/)).toBeVisible()
  })

  test('shows how programs send a key if one is required', async () => {
    await start(true)

    expect(await screen.findByText(/export LANGSMITH_API_KEY="\$LATHE_TOKEN"/)).toBeVisible()
    expect(screen.getByText(/OTLP_HEADERS="x-api-key=\$LATHE_TOKEN"/)).toBeVisible()
  })

  test('shows each limit with the variable that sets it', async () => {
    await start()

    const row = (await screen.findByText('LATHE_RUN_STEPS')).closest('tr')
    expect(row).toHaveTextContent('Steps per run')
    expect(row).toHaveTextContent('75')
  })

  test('saves that single-key shortcuts are off', async () => {
    await start()

    await userEvent.click(screen.getByRole('switch', { name: /Single-key shortcuts/ }))

    expect(usePreferences.getState().hasLetterKeys).toBe(false)
  })
})

describe('describeLimits', () => {
  test('describes every limit in its unit', () => {
    const rows = describeLimits(Limits.parse({}))

    expect(rows).toHaveLength(Object.keys(Limits.shape).length)
    expect(rows).toContainEqual({
      name: 'Code node memory',
      variable: 'LATHE_CODE_MEMORY_BYTES',
      value: '67.1 MB',
    })
    expect(rows).toContainEqual({
      name: 'Run timeout',
      variable: 'LATHE_RUN_TIMEOUT_MS',
      value: '30 min',
    })
  })
})
