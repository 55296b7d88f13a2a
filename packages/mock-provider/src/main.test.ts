import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('prints its URL and ends on SIGTERM', async () => {
  const child = spawn(process.execPath, [new URL('main.ts', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

  const [printed] = await once(child.stdout, 'data')
  const url = String(printed).trim()
  const models = await fetch(`${url}/models`)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')

  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  expect(models.status).toBe(200)
  expect(code).toBe(0)
})
