import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { renderWorkbench } from '../../render-workbench.tsx'
import { graph } from '../../testing.ts'
import { NumberField } from './scalar-fields.tsx'

const limits = { min: 0, max: 2, isInteger: false }

function TemperatureField() {
  const [value, setValue] = useState<number | undefined>(0.7)
  return (
    <>
      <NumberField field="heat" label="Heat" limits={limits} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}

test('a number field follows its value', async () => {
  const { stopKeys } = await renderWorkbench(<TemperatureField />, { document: graph({}) })
  onTestFinished(stopKeys)

  await userEvent.type(await screen.findByRole('textbox', { name: 'Heat' }), '{Backspace}0')

  expect(screen.getByRole('status')).toHaveTextContent(/^0$/)
})
