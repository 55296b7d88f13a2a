import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { MappingTable } from './mapping-table.tsx'

test('a column of another name can be an input that the dataset has', async () => {
  const taken: string[] = []
  renderInApp(
    <MappingTable
      format="csv"
      inputs={['question']}
      columns={[{ name: 'Frage', target: 'inputs.Frage', isJson: false }]}
      sample={[{ Frage: 'Warum?' }]}
      onChange={([column]) => taken.push(column?.target ?? '')}
    />,
  )

  fireEvent.click(screen.getByLabelText('Column Frage is', { selector: 'input' }))
  fireEvent.click(await screen.findByText('Input question'))

  expect(taken).toEqual(['inputs.question'])
})

test('the first values of a column of pictures are shown', () => {
  renderInApp(
    <MappingTable
      format="csv"
      inputs={[]}
      columns={[{ name: 'photo', target: 'inputs.photo', isJson: false }]}
      sample={[{ photo: 'data:image/png;base64,AAAA' }, { photo: '' }, { photo: 'none' }]}
      onChange={() => {}}
    />,
  )

  expect(screen.getByRole('img', { name: 'photo, value 1' })).toBeVisible()
  expect(screen.getByText('none')).toBeVisible()
})
