import type { ImportPreview } from '@lathe/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { MappingTable } from './mapping-table.tsx'

const text: Pick<ImportPreview['columns'][number], 'isJson' | 'types' | 'typeChange'> = {
  isJson: false,
  types: ['string'],
  typeChange: null,
}

test('a column can be mapped to a dataset input with another name', async () => {
  const imported: string[] = []
  renderInApp(
    <MappingTable
      preview={{ format: 'csv', fieldTypes: {}, sample: [{ Frage: 'Warum?' }] }}
      inputs={['question']}
      columns={[{ ...text, name: 'Frage', target: 'inputs.Frage' }]}
      onChange={([column]) => imported.push(column?.target ?? '')}
    />,
  )

  fireEvent.click(screen.getByLabelText('Field for column Frage', { selector: 'input' }))
  fireEvent.click(await screen.findByText('Input question'))

  expect(imported).toEqual(['inputs.question'])
})

test('shows sample values of a picture column', () => {
  renderInApp(
    <MappingTable
      preview={{
        format: 'csv',
        fieldTypes: {},
        sample: [{ photo: 'data:image/png;base64,AAAA' }, { photo: '' }, { photo: 'none' }],
      }}
      inputs={[]}
      columns={[{ ...text, name: 'photo', target: 'inputs.photo' }]}
      onChange={() => {}}
    />,
  )

  expect(screen.getByRole('img', { name: 'photo, value 1' })).toBeVisible()
  expect(screen.getByText('none')).toBeVisible()
})

test('shows the type of a column and whether the dataset has another', () => {
  const fieldTypes = { 'inputs.n': ['number' as const], 'inputs.ok': ['boolean' as const] }
  renderInApp(
    <MappingTable
      preview={{ format: 'csv', fieldTypes, sample: [{ n: '1.5', ok: 'maybe', q: 'Why?' }] }}
      inputs={[]}
      columns={[
        { ...text, name: 'n', target: 'inputs.n', types: ['number'] },
        { ...text, name: 'ok', target: 'inputs.ok' },
        { ...text, name: 'q', target: 'inputs.q' },
      ]}
      onChange={() => {}}
    />,
  )

  expect(screen.getByRole('row', { name: /^n / })).toHaveTextContent(/number.*1\.5$/)
  expect(screen.getByRole('row', { name: /^ok / })).toHaveTextContent('text, was boolean')
  expect(screen.getByRole('row', { name: /^q / })).not.toHaveTextContent('was')
})

test('a column of numbers can be imported as text', async () => {
  const changes: boolean[] = []
  renderInApp(
    <MappingTable
      preview={{ format: 'csv', fieldTypes: {}, sample: [{ score: '1.5' }] }}
      inputs={[]}
      columns={[
        { ...text, name: 'score', target: 'inputs.score', isJson: true, types: ['number'] },
      ]}
      onChange={([column]) => changes.push(column?.isJson ?? true)}
    />,
  )
  const type = screen.getByLabelText('Type of column score', { selector: 'input' })

  expect(type).toHaveValue('Number')
  fireEvent.click(type)
  fireEvent.click(await screen.findByText('Text'))

  expect(changes).toEqual([false])
})
