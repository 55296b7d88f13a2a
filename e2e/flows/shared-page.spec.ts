import { expectAccessibleInBoth } from '../accessibility.ts'
import { call } from '../agents.ts'
import { expect, test } from '../lathe.ts'

test('a shared link shows a trace with its files', async ({ lathe, server }) => {
  const id = crypto.randomUUID()
  const run = {
    id,
    trace_id: id,
    name: 'read-files',
    run_type: 'chain',
    start_time: new Date(Date.now() - 1_000).toISOString(),
    end_time: new Date().toISOString(),
  }
  const body = new FormData()
  const add = (name: string, type: string, content: string) =>
    body.append(name, new Blob([content], { type }))
  add(`post.${id}`, 'application/json', JSON.stringify(run))
  add(`attachment.${id}.photo`, 'image/png', 'no picture at all')
  add(`attachment.${id}.letter`, 'text/plain', 'Dear customer')
  const taken = await fetch(`${server.url}/api/v1/runs/multipart`, {
    method: 'POST',
    headers: { 'x-api-key': server.token },
    body,
  })
  expect(taken.status).toBe(202)
  const shared = { traceId: id, spanId: id }
  const { token } = await call<{ token: string }>(lathe, 'traces/share', shared)

  await lathe.goto(`${server.url}/public/${token}/r`)

  await expect(lathe.getByText('Dear customer')).toBeVisible()
  const photo = lathe.getByRole('figure').filter({ hasText: 'photo' })
  await expect(photo.getByText('This file cannot be shown')).toBeVisible()
  await expect(photo.getByRole('link', { name: 'photo' })).toHaveAttribute('download', 'photo')
  await expectAccessibleInBoth(lathe)

  await call(lathe, 'traces/revokeShare', { token })
  const page = await fetch(`${server.url}/public/${token}/r`)
  expect(page.status).toBe(404)
})
