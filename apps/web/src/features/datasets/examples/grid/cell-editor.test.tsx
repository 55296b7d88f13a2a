import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { makeExample } from '../../../../testing/example-factory.ts'
import { renderInApp } from '../../../../testing/render.tsx'
import { useExampleDrafts } from '../example-drafts.ts'
import { inputField } from '../fields.ts'
import { CellEditor, type CommitMove } from './cell-editor.tsx'

const example = makeExample({ inputs: { photo: 'data:image/png;base64,AAAA' } })

test('a picture cell keeps its picture until text is typed', async () => {
  const user = userEvent.setup()
  const onDone = vi.fn<(move: CommitMove) => void>()
  renderInApp(
    <CellEditor
      field={inputField('photo')}
      example={example}
      draft={{ example, invalidTexts: {} }}
      isReplacing={false}
      onCommit={onDone}
      onCancel={() => {}}
    />,
  )
  const cell = screen.getByRole('textbox', { name: 'photo' })
  expect(cell).toHaveValue('')
  expect(cell).toHaveAttribute('placeholder', 'PNG, 3 B: type to replace it')

  await user.type(cell, '{Enter}')
  expect(onDone).toHaveBeenCalledWith('down')
  expect(useExampleDrafts.getState().drafts).toEqual({})

  await user.type(cell, 'None')
  const { drafts } = useExampleDrafts.getState()
  expect(drafts[example.id]?.example.inputs).toEqual({ photo: 'None' })
})
