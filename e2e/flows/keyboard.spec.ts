import type { Locator, Page } from '@playwright/test'
import { call } from '../agents.ts'
import { expect, test } from '../lathe.ts'

type Draft = {
  document: {
    nodes: Record<string, { kind: string }>
    edges: { from: string; to: string; when?: string }[]
    state: Record<string, { type: string; reducer?: string }>
  }
}

const MOST_TABS = 60

/** Checks that the focused element shows focus and is visible. */
async function expectFocusSeen(page: Page) {
  const seen = await page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'nothing has the focus'
    const box = focused.getBoundingClientRect()
    const isIn = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight
    return isIn ? 'seen' : `out of sight: ${focused.outerHTML.slice(0, 200)}`
  })
  expect(seen).toBe('seen')
}

async function tabTo(page: Page, target: Locator) {
  const isFocused = () => target.evaluate((field) => field.contains(document.activeElement))
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await isFocused()) return
    await page.keyboard.press('Tab')
    await expectFocusSeen(page)
  }
  throw new Error(`Tab does not lead to ${target.toString()}`)
}

const card = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)

test('creates an agent by keyboard alone', async ({ lathe: page, server }) => {
  const { keyboard } = page
  const draft = async () => (await call<Draft>(page, 'agents/draft', { agent: 'by-hand' })).document
  const ways = async () => (await draft()).edges.map(({ from, to }) => `${from}>${to}`).toSorted()
  const add = async (words: string, option: RegExp) => {
    const palette = page.getByRole('dialog', { name: 'Add a node' })
    await palette.getByRole('textbox').waitFor()
    await keyboard.type(words)
    await expect(palette.locator('[data-combobox-selected]')).toContainText(option)
    await keyboard.press('Enter')
    await expect(palette).toBeHidden()
  }

  await page.goto(`${server.url}/agents`)
  await page.getByRole('button', { name: 'New agent N' }).waitFor()
  await keyboard.press('n')
  await page.getByRole('dialog', { name: 'New agent' }).waitFor()
  await keyboard.type('By hand')
  await keyboard.press('Enter')
  await expect(card(page, 'start')).toBeVisible()

  await test.step('adds channels', async () => {
    const field = page.getByRole('textbox', { name: 'New channel name' })
    for (const name of ['topic', 'draft', 'review']) {
      await keyboard.press('Shift+S')
      await expect(field).toBeFocused()
      await keyboard.type(name)
      await keyboard.press('Enter')
      const form = page.getByRole('dialog', { name: new RegExp(`^${name}:`) })
      await expect.poll(() => form.evaluate((it) => it.contains(document.activeElement))).toBe(true)
      await keyboard.press('Escape')
      await expect(page.getByRole('button', { name: new RegExp(`^${name}:`) })).toBeFocused()
    }
    await keyboard.press('Escape')
    await expect(card(page, 'start')).toBeFocused()
    await expect
      .poll(async () => Object.keys((await draft()).state))
      .toEqual(['messages', 'topic', 'draft', 'review'])
  })

  await test.step('adds nodes in sequence', async () => {
    await keyboard.press('n')
    await add('model', /Model/)
    await expect(card(page, 'model')).toBeFocused()
    await keyboard.press('a')
    await add('code', /Code/)
    await expect(card(page, 'code')).toBeFocused()
    await expect.poll(ways).toContain('model>code')
  })

  await test.step('edits the prompt and returns to the canvas', async () => {
    await keyboard.press('h')
    await expect(card(page, 'model')).toBeFocused()
    await keyboard.press('Enter')
    await tabTo(page, page.getByRole('textbox', { name: 'Text of message 1' }))
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type('Write a poem')
    // The first Escape may only close the editor's suggestions.
    await expect(async () => {
      await keyboard.press('Escape')
      await expect(card(page, 'model')).toBeFocused({ timeout: 500 })
    }).toPass()
    await expect.poll(async () => JSON.stringify((await draft()).nodes)).toContain('Write a poem')
  })

  await test.step('selects an edge, deletes it, undoes, and inserts a node into it', async () => {
    await keyboard.press('w')
    await expect(page.locator('.react-flow__edge.selected')).toHaveCount(1)
    await keyboard.press('Delete')
    await expect.poll(ways).not.toContain('model>code')
    await keyboard.press('ControlOrMeta+z')
    await expect.poll(ways).toContain('model>code')

    await keyboard.press('Escape')
    await keyboard.press('l')
    await keyboard.press('l')
    await expect(card(page, 'model')).toBeFocused()
    await keyboard.press('w')
    await keyboard.press('a')
    await add('set', /Set/)
    await expect.poll(ways).toEqual(expect.arrayContaining(['model>set', 'set>code']))
  })

  await test.step('deletes and reconnects, and connects manually', async () => {
    await expect(card(page, 'set')).toBeFocused()
    await keyboard.press('Shift+Delete')
    await expect.poll(ways).toEqual(expect.arrayContaining(['model>code', 'code>end']))
    await keyboard.press('l')
    await keyboard.press('l')
    await keyboard.press('l')
    await expect(card(page, 'code')).toBeFocused()
    await keyboard.press('Delete')
    await expect.poll(ways).not.toContain('code>end')
    await keyboard.press('l')
    await keyboard.press('l')
    await expect(card(page, 'model')).toBeFocused()
    await keyboard.press('c')
    await keyboard.press('l')
    await expect(card(page, 'end')).toBeFocused()
    await keyboard.press('Enter')
    await expect.poll(ways).toEqual(['model>end', 'start>model'])
  })

  await test.step('runs', async () => {
    await keyboard.press('1')
    await tabTo(page, page.getByRole('textbox', { name: 'Message' }))
    await keyboard.type('Tides')
    await keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('link', { name: 'Trace', exact: true })).toBeVisible()
  })

  await test.step('saves and publishes a version', async () => {
    await keyboard.press('ControlOrMeta+s')
    await page.getByRole('dialog', { name: 'Save a version' }).waitFor()
    await keyboard.type('By keys alone')
    await tabTo(page, page.getByRole('checkbox', { name: 'Publish it' }))
    await keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'Save and publish' }))
    await keyboard.press('Enter')
    await expect(
      page.getByRole('alert').filter({ hasText: 'Version 1 saved and published' }),
    ).toBeVisible()
  })
})

test('lists the canvas actions with their keys', async ({ lathe: page, server }) => {
  const { slug } = await call<{ slug: string }>(page, 'agents/create', {
    name: 'Listed',
    template: 'prompt',
  })
  await page.goto(`${server.url}/agents/${slug}`)
  await expect(card(page, 'start')).toBeVisible()
  await page.keyboard.press('l')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.locator('.react-flow__node.selected')).toHaveCount(2)

  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog')
  for (const label of ['Next edge of the node', 'Add channel', 'Align tops', 'Duplicate']) {
    await expect(palette.getByText(label, { exact: true })).toBeVisible()
  }
})
