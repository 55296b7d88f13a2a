import { expect, test } from '../lathe.ts'

test('creates a collection from pasted text and searches it with scores', async ({
  lathe: page,
  server,
}) => {
  await page.goto(`${server.url}/knowledge?create=true`)
  const making = page.getByRole('region', { name: 'New collection' })
  await making.getByRole('textbox', { name: 'Name' }).fill('tides')
  await making.getByRole('button', { name: 'Add', exact: true }).click()

  const adding = page.getByRole('region', { name: 'Add documents' })
  await adding.getByText('Paste text', { exact: true }).click()
  for (const [name, text] of [
    ['moon.md', 'The Moon pulls the oceans, so the tide rises twice a day.'],
    ['lamps.md', 'The Polaris lamp is returned within thirty days.'],
  ] as const) {
    await adding.getByRole('textbox', { name: 'Name' }).fill(name)
    await adding.getByRole('textbox', { name: 'Text' }).fill(text)
    await adding.getByRole('button', { name: 'Add text' }).click()
  }
  await adding.getByRole('button', { name: 'Add 2 documents' }).click()
  await adding.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/^2 chunks of/)).toBeVisible()

  await page.getByRole('tab', { name: 'Search' }).click()
  await page.getByRole('textbox', { name: 'Query' }).fill('Polaris lamp')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const best = page.getByRole('listitem').filter({ hasText: '[1]' })
  await expect(best).toContainText('returned within thirty days')
  await expect(best).toContainText('1. by words')
  await expect(best).toContainText(/score\s*[\d.]+/)
  await best.getByRole('link', { name: 'lamps.md' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('lamps.md')
})
