import { expectAccessibleInBoth } from '../accessibility.ts'
import { expect, signIn, test } from '../lathe.ts'

const pages = [
  ['/', 'Overview'],
  ['/agents', 'Agents'],
  ['/traces', 'Traces'],
  ['/traces/threads', 'External threads'],
  ['/alerts', 'Alerts'],
  ['/alerts/new?filter=status:error', 'New alert'],
  ['/tools', 'Tools'],
  ['/tools?add=http', 'Tools'],
  ['/tools?tool=calculator', 'Tools'],
  ['/compare', 'Compare'],
  ['/prompts', 'Prompts'],
  ['/models', 'Models'],
  ['/models?tab=prices', 'Models'],
  ['/settings', 'Settings'],
  ['/agents/assistant/connect', 'Connect to Tool-using assistant'],
] as const

for (const [path, title] of pages) {
  test(`${path} is accessible in light and dark`, async ({ lathe, server }) => {
    await lathe.goto(server.url + path)
    await expect(lathe.getByRole('heading', { level: 1, name: title })).toBeVisible()

    await expectAccessibleInBoth(lathe)
  })
}

test('the start URL signs in and removes its token from the address bar', async ({
  lathe,
  server,
}) => {
  await lathe.context().clearCookies()
  await lathe.goto(`${server.url}/?token=${server.token}`)
  await expect(lathe).toHaveURL(`${server.url}/`)
  await expect(lathe.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('asks for the token without a session and accepts it', async ({ page, server }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${server.url}/agents`)
  await page.getByRole('textbox').fill('another-one')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The server did not accept that token.')).toBeVisible()
  await page.getByRole('textbox').fill(server.token)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  // URLs are kept in logs and histories.
  expect(asked.filter((address) => address.includes(server.token))).toEqual([])
  await page.goto(`${server.url}/agents`)
  await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
})

test('reports an unknown page and an unknown trace inside the app', async ({ page, server }) => {
  await signIn(page, server)
  for (const path of ['/nowhere', '/traces/0190a000-0000-7000-8000-000000000000']) {
    await page.goto(server.url + path, { waitUntil: 'networkidle' })

    await expect(page.getByText(/no such|not found|there is no/i).first()).toBeVisible()
    await expect(page.getByRole('navigation').first()).toBeVisible()
  }
})

test('`g t` opens traces, `?` lists the keys, and the palette finds a page', async ({
  lathe,
  server,
}) => {
  await lathe.goto(server.url)
  await expect(lathe.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await lathe.keyboard.press('g')
  await lathe.keyboard.press('t')
  await expect(lathe.getByRole('heading', { level: 1, name: 'Traces' })).toBeVisible()

  await lathe.keyboard.press('?')
  await expect(lathe.getByRole('dialog')).toContainText('Keyboard shortcuts')
  await lathe.keyboard.press('Escape')
  await expect(lathe.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden()

  await lathe.keyboard.press('ControlOrMeta+k')
  const palette = lathe.getByRole('dialog', { name: 'Search or run a command' })
  await palette.locator('input').fill('Models')
  await expect(palette).not.toContainText('Traces')
  await lathe.keyboard.press('Enter')
  await expect(lathe.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible()
})
