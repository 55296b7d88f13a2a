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
