import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expectAccessibleInBoth } from '../accessibility.ts'
import { call } from '../agents.ts'
import { expect, test } from '../lathe.ts'

/** Sends an experiment like the LangSmith SDK's `evaluate()`: one trace per output, of the first example by default. */
async function experiment(
  page: Page,
  dataset: string,
  name: string,
  outputs: string[],
  exampleOf = (_at: number) => 0,
) {
  const { id } = await call<{ id: string }>(page, 'datasets/get', { dataset })
  const { items } = await call<{ items: { id: string }[] }>(page, 'datasets/examples', { dataset })
  const project = { id: randomUUID(), name, reference_dataset_id: id }
  const runs: string[] = []
  await post(page, 'sessions', project)
  for (const [at, answer] of outputs.entries()) {
    const run = {
      id: randomUUID(),
      name: 'target',
      run_type: 'chain',
      start_time: new Date(Date.now() + at).toISOString(),
      end_time: new Date(Date.now() + at + 40).toISOString(),
      session_id: project.id,
      reference_example_id: items[exampleOf(at)]?.id,
      inputs: { question: 'Why?' },
      outputs: { answer },
    }
    runs.push(run.id)
    await post(page, 'runs', run)
    await post(page, 'feedback', { run_id: run.id, key: 'exact', score: at % 2 })
  }
  return { ...project, runs }
}

async function post(page: Page, path: string, data: unknown) {
  const answer = await page.request.post(`/api/v1/${path}`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

async function dataset(page: Page, name: string) {
  await call(page, 'datasets/create', { name })
  await call(page, 'datasets/change', {
    dataset: name,
    put: [{ inputs: { question: 'Why?' }, reference: 'Because' }],
  })
}

test('renames, deletes and restores experiments', async ({ lathe: page }) => {
  await dataset(page, 'Tidied')
  await experiment(page, 'Tidied', 'old try', ['So'])
  const kept = await experiment(page, 'Tidied', 'new try', ['Because'])
  await page.goto('/datasets/Tidied?tab=experiments')

  await page.getByRole('button', { name: 'Edit old try' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit experiment' })
  await dialog.getByLabel('Name').fill('first try')
  await dialog.getByLabel('Description').fill('without a hint')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: /first try/ })
  await expect(row).toContainText('without a hint')
  await expectAccessibleInBoth(page)

  await page.getByRole('button', { name: 'Delete first try' }).click()
  await expect(row).toBeHidden()
  await expect(page.getByRole('tab', { name: /Experiments/ })).toContainText('1')
  const toast = page
    .getByRole('alert')
    .filter({ hasText: 'first try deleted; the traces are kept' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select first try' }).check()
  await page.getByRole('button', { name: 'Delete 1' }).click()
  await expect(row).toBeHidden()
  const listed = () => call<{ name: string }[]>(page, 'datasets/experiments', { dataset: 'Tidied' })
  await expect.poll(async () => (await listed()).map(({ name }) => name)).toEqual(['new try'])

  await page.goto(`/compare/experiments?of=${kept.id},${randomUUID()}`)
  await expect(page.getByText('1 experiment in this link has been deleted.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Results' })).toContainText('Because')
})

test('shows each repeat of an experiment in its cell', async ({ lathe: page }) => {
  await dataset(page, 'Repeated')
  const { id } = await experiment(page, 'Repeated', 'thrice', ['Perhaps', 'Because', 'No'])
  await page.goto(`/compare/experiments?of=${id}`)

  const answers = page.getByRole('table', { name: 'Results' })
  await expect(answers).toContainText('Perhaps')
  await expect(answers).toContainText('exact 0 · mean exact 0.33')
  const first = await answers.getByRole('link', { name: 'Trace' }).getAttribute('href')
  await answers.getByRole('button', { name: 'Repeat 2' }).click()
  await expect(answers).toContainText('Because')
  await expect(answers).toContainText('exact 1 · mean exact 0.33')
  await expect(answers.getByRole('link', { name: 'Trace' })).not.toHaveAttribute(
    'href',
    first ?? '',
  )
  await expect(page).toHaveURL(/compare\/experiments/)

  const others = await Promise.all(
    ['once', 'twice'].map((name) =>
      experiment(page, 'Repeated', name, ['Perhaps', 'No', 'Because']),
    ),
  )
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`/compare/experiments?of=${[id, ...others.map((one) => one.id)].join()}`)
  const links = answers.getByRole('link', { name: 'Trace' })
  await expect(links).toHaveCount(3)
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 })
})

test('shows the choice of the pairwise judge for each example', async ({ lathe: page }) => {
  await call(page, 'datasets/create', { name: 'Judged' })
  const put = ['Why?', 'When?', 'Where?'].map((question) => ({ inputs: { question } }))
  await call(page, 'datasets/change', { dataset: 'Judged', put })
  const said = ['Because of the moon.', 'Twice a day.', 'At the coast.']
  const [plain, short] = await Promise.all([
    experiment(page, 'Judged', 'plain', said, (at) => at),
    experiment(page, 'Judged', 'short', ['Moon', 'Twice', 'Coast'], (at) => at),
  ])
  const comparative = { id: randomUUID(), name: 'pair', experiment_ids: [plain.id, short.id] }
  await post(page, 'datasets/comparative', {
    ...comparative,
    reference_dataset_id: plain.reference_dataset_id,
  })
  // The judge prefers the first answer, ties on the second, and does not rate the third.
  for (const [at, scores] of [[1, 0] as const, [1, 1] as const].entries())
    for (const [side, { runs }] of [plain, short].entries())
      await post(page, 'feedback', {
        run_id: runs[at],
        key: 'taste',
        score: scores[side],
        comparative_experiment_id: comparative.id,
      })
  await page.goto(`/compare/experiments?of=${plain.id},${short.id}&by=vote:taste`)

  const answers = page.getByRole('table', { name: 'Results' })
  const row = (question: string) => answers.getByRole('row').filter({ hasText: question })
  await expect(row('Why?')).toContainText('✓ preferred')
  await expect(row('When?').getByText('tie')).toHaveCount(2)
  await expect(row('Where?').getByText('no verdict')).toHaveCount(2)
  await expectAccessibleInBoth(page)

  const choice = page.getByRole('combobox', { name: 'Preferred side' })
  await choice.click()
  await page.getByRole('option', { name: 'plain preferred (1)' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 of 3 examples' })).toBeVisible()
  await page.reload()
  await expect(row('Why?')).toBeVisible()
  await expect(row('When?')).toBeHidden()

  await page.getByRole('button', { name: 'Export' }).click()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toBe('Judged.csv')
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /,preferred: taste\r\n(.*,plain\r\n){2}/,
  )
})

test('renames and describes an open dataset', async ({ lathe: page }) => {
  await dataset(page, 'Tydes')
  await page.goto('/datasets/Tydes?tab=versions')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit details…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit dataset' })
  await dialog.getByLabel('Name').fill('Tides / 2')
  await dialog.getByLabel('Description').fill('Ebb and flood')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Tides / 2' })).toBeVisible()
  await expect(page.getByText('Ebb and flood')).toBeVisible()
  await expect(page.getByRole('tab', { name: /Versions/ })).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(page.getByText('Ebb and flood')).toBeVisible()
})
