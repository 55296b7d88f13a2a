import { call } from '../agents.ts'
import { expect, signIn, test } from '../lathe.ts'

type Example = { id: string; reference: unknown }

// The browser logs the rejected save, so this test does not require an empty console.
test('restores an example that someone else removed only on request', async ({ page, server }) => {
  await signIn(page, server)
  await call(page, 'datasets/create', { name: 'Thinned' })
  const put = [0, 1, 2].map((at) => ({ inputs: { question: `Why ${at}?` }, reference: `So ${at}` }))
  const { ids } = await call<{ ids: string[] }>(page, 'datasets/change', {
    dataset: 'Thinned',
    put,
  })
  const references = async () =>
    (await call<{ items: Example[] }>(page, 'datasets/examples', { dataset: 'Thinned' })).items.map(
      ({ reference }) => reference,
    )
  const cellOf = (row: number) => page.locator(`tr[data-index="${row}"] td[data-column="1"]`)
  const removed = page.getByRole('alert').filter({ hasText: 'deleted' })
  await page.goto('/datasets/Thinned')

  await cellOf(0).dblclick()
  await page.keyboard.type(' of mine')
  await call(page, 'datasets/change', { dataset: 'Thinned', remove: [ids[0]] })
  await page.keyboard.press('Enter')
  await expect(removed).toContainText('Someone else deleted it;')
  await expect(page.getByRole('grid')).toContainText('So 0 of mine')
  expect(await references()).toEqual(['So 1', 'So 2'])
  await removed.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(references).toEqual(['So 1', 'So 2', 'So 0 of mine'])
  await expect(removed).toBeHidden()

  await page.getByLabel('Open example 1').click()
  await page.getByLabel('Reference').fill('Kept')
  await call(page, 'datasets/change', { dataset: 'Thinned', remove: [ids[1]] })
  await page.getByRole('button', { name: /^Save(?! all)/ }).click()
  await expect(page.getByText('This example is not in this version')).toBeVisible()
  await page.getByRole('button', { name: 'Restore with my edits' }).click()
  await expect.poll(references).toEqual(['So 2', 'So 0 of mine', 'Kept'])

  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(references).toEqual(['So 2', 'So 0 of mine'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(references).toEqual(['So 2', 'So 0 of mine', 'Kept'])
})
