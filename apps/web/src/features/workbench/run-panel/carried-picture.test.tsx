import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { CarriedPicture } from './carried-picture.tsx'

test('a picture that was cut is told and not shown broken', () => {
  renderInApp(<CarriedPicture url="data:image/png;base64,AAAAA" alt="Given by draw" />)

  expect(screen.getByText('Given by draw: A PNG picture, cut')).toBeInTheDocument()
  expect(screen.queryByRole('img')).toBeNull()
})

test.each(['data:image/png;base64,AAAA', 'data:image/svg+xml,%3Csvg/%3E'])('%s is shown', (url) => {
  renderInApp(<CarriedPicture url={url} alt="Given by draw" />)

  expect(screen.getByRole('img', { name: 'Given by draw' })).toHaveAttribute('src', url)
})
