import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { call } from '../agents.ts'
import { expect, test } from '../lathe.ts'

const steps = (...ids: string[]) => ({
  format: 1,
  state: {
    topic: { type: 'string' },
    notes: { type: 'array', reducer: 'append', default: [] },
    draft: { type: 'string', default: '' },
  },
  input: ['topic'],
  output: ['draft'],
  nodes: {
    gather: { kind: 'set', title: 'Gather', values: { notes: { expression: '[topic]' } } },
    write: {
      kind: 'code',
      title: 'Write',
      code: 'return { draft: notes.join() }',
      writes: ['draft'],
    },
  },
  edges: ids.slice(1).map((to, index) => ({ from: ids[index], to })),
  layout: { start: [0, 0], gather: [300, 0], write: [600, 0], end: [900, 0] },
  notes: [],
})

/** Creates and opens an agent. Returns a function that reads its saved document. */
async function open(page: Page, url: string, name: string, document: object) {
  const { slug } = await call<{ slug: string }>(page, 'agents/create', { name, document })
  await page.goto(`${url}/agents/${slug}`)
  await expect(card(page, 'Gather')).toBeVisible()
  return async () => {
    const draft = await call<{ document: ReturnType<typeof steps> }>(page, 'agents/draft', {
      agent: slug,
    })
    return draft.document
  }
}

const card = (page: Page, title: string) => page.locator('.react-flow__node', { hasText: title })
const lane = (page: Page) => page.getByRole('region', { name: 'State channels' })
const channel = (page: Page, name: string) =>
  lane(page).getByRole('button', { name: new RegExp(`^${name}:`) })

test('edits state channels: creates, renames everywhere, changes the reducer, deletes and undoes', async ({
  lathe: page,
  server,
}) => {
  const saved = await open(page, server.url, 'Lane', steps('start', 'gather', 'write', 'end'))

  await channel(page, 'notes').hover()
  await expect(card(page, 'Gather').locator('[data-use]')).toHaveAttribute('data-use', 'writes')
  await expect(card(page, 'Write').locator('[data-use]')).toHaveAttribute('data-use', 'reads')
  await card(page, 'Write').click()
  await expect(channel(page, 'draft')).toHaveAttribute('data-use', 'writes')

  await channel(page, 'notes').click()
  const form = page.getByRole('dialog', { name: /^notes:/ })
  await form.getByRole('textbox', { name: 'Name' }).fill('findings')
  await page.keyboard.press('Enter')
  const renamed = page.getByRole('dialog', { name: /^findings:/ })
  await renamed.getByRole('combobox', { name: 'Reducer' }).click()
  await page.getByRole('option', { name: /^union/ }).click()
  await expect(renamed).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(channel(page, 'findings')).toContainText('union')
  await expect.poll(async () => JSON.stringify((await saved()).nodes)).toContain('findings.join()')

  await channel(page, 'findings').focus()
  await page.keyboard.press('Delete')
  await expect(channel(page, 'findings')).toHaveCount(0)
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(channel(page, 'findings')).toContainText('union')
})

test('walks, connects, edits and adds nodes by keyboard, and undoes', async ({
  lathe: page,
  server,
}) => {
  const saved = await open(page, server.url, 'By keys', steps('start', 'gather'))
  const ways = async () => (await saved()).edges.map(({ from, to }) => `${from}>${to}`)

  await page.keyboard.press('l')
  await expect(card(page, 'Start')).toHaveClass(/selected/)
  await page.keyboard.press('l')
  await expect(card(page, 'Gather')).toHaveClass(/selected/)
  await page.keyboard.press('c')
  await expect(page.getByText(/^Gather → …/)).toBeVisible()
  await page.keyboard.press('l')
  await page.keyboard.press('Enter')
  await expect.poll(ways).toContain('gather>write')

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/tab=node/)
  await expect(page.getByRole('tabpanel').locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await card(page, 'Write').focus()

  await page.keyboard.press('a')
  const palette = page.getByRole('dialog', { name: 'Add a node' })
  await palette.getByRole('textbox').fill('human')
  await expect(palette.locator('[data-combobox-selected]')).toContainText('Ask a human')
  await page.keyboard.press('Enter')
  await expect(card(page, 'ask')).toBeVisible()
  await expect.poll(ways).toContain('write>ask')

  await page.locator('.react-flow__pane').click({ position: { x: 20, y: 300 } })
  await page.keyboard.press('ControlOrMeta+z')
  await expect(card(page, 'ask')).toHaveCount(0)
})

test('selects, aligns, copies and duplicates several nodes and undoes in one step', async ({
  lathe: page,
  server,
}) => {
  const document = steps('start', 'gather', 'write', 'end')
  const saved = await open(page, server.url, 'Several', {
    ...document,
    layout: { ...document.layout, write: [600, 90] },
  })

  await card(page, 'Gather').click()
  await card(page, 'Write').click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Align tops' }).click()
  await expect.poll(async () => (await saved()).layout.write).toEqual([600, 0])
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(async () => (await saved()).layout.write).toEqual([600, 90])

  await page.keyboard.press('ControlOrMeta+c')
  const other = await open(page, server.url, 'Other', document)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(card(page, 'Gather')).toHaveCount(2)
  await expect.poll(async () => Object.keys((await other()).nodes)).toHaveLength(4)
})

test('exports a graph as PNG, SVG, Mermaid and JSON, and imports JSON', async ({
  lathe: page,
  server,
}) => {
  await open(page, server.url, 'Out', steps('start', 'gather', 'write', 'end'))
  const take = async (as: string) => {
    await page.getByRole('button', { name: 'Export graph' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: `Download as ${as}` }).click()
    return readFile(await (await download).path())
  }

  expect((await take('PNG')).subarray(1, 4).toString()).toBe('PNG')
  const svg = (await take('SVG')).toString()
  expect(svg).toContain('Gather')
  expect(svg).not.toContain('var(--')
  expect((await take('Mermaid')).toString()).toContain('gather --> write;')
  const json = await take('JSON')
  expect(JSON.parse(json.toString())).toMatchObject({ format: 1 })

  await page.goto(`${server.url}/agents`)
  await page.getByRole('button', { name: 'New agent N' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('In again')
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'out.lathe.json', mimeType: 'application/json', buffer: json })
  await expect(dialog.getByText('out.lathe.json: 2 nodes')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(card(page, 'Gather')).toBeVisible()
})

test('finds, drags and opens a node in the zoomed-out graph', async ({ lathe: page, server }) => {
  const saved = await open(page, server.url, 'Afar', steps('start', 'gather', 'write', 'end'))
  const afar = page.getByRole('img', { name: /^4 nodes in the overview/ })
  const box = (await card(page, 'Write').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

  await page.mouse.move(box.x, box.y)
  await page.keyboard.down('Control')
  for (let step = 0; step < 12 && !(await afar.isVisible()); step++) await page.mouse.wheel(0, 200)
  await page.keyboard.up('Control')
  await expect(afar).toBeVisible()
  await expect(card(page, 'Write')).toHaveCount(0)

  await page.mouse.move(box.x + 6, box.y + 4)
  await page.mouse.down()
  await page.mouse.move(box.x + 6, box.y + 44, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await saved()).layout.write?.[1]).toBeGreaterThan(100)

  await page.mouse.dblclick(box.x + 6, box.y + 44)
  await expect(card(page, 'Write')).toBeVisible()
})
