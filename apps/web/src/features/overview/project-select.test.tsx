import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { ProjectSelect } from './dashboard-selects.tsx'
import { point } from './testing.ts'
import { useDashboard } from './use-dashboard.ts'

const group = (key: string, label: string, project: string) => ({
  key,
  label,
  filter: `project:${project}`,
  total: point(),
  points: [],
})

function Page() {
  return (
    <>
      <ProjectSelect />
      <output>{useDashboard().project}</output>
    </>
  )
}

test('selects deleted projects by id', async () => {
  const user = userEvent.setup()
  const groups = [
    group('1a', 'shop', 'shop'),
    group('2b', 'deleted project', '2b'),
    group('3c', 'deleted project', '3c'),
  ]
  onTestFinished(serveFake({ metrics: { groups: fake.metrics.groups.handler(() => groups) } }))
  await renderPages('/?project=shop', { '/': Page })

  await user.click(await screen.findByRole('combobox', { name: 'Project' }))
  const [, deletedOption] = await screen.findAllByRole('option', { name: 'deleted project' })
  if (deletedOption) await user.click(deletedOption)

  expect(await screen.findByText('3c')).toBeVisible()
})
