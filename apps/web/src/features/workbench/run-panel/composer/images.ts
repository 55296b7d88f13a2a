import { type Json, IMAGE_TYPES } from '@lathe/contract'
import { v4 } from 'uuid'
import { useState } from 'react'
import { readDataUrl } from '../../../../lib/values/pictures.ts'
import { describeError } from '../../../../lib/api/describe-error.ts'

const MOST_BYTES = 5 * 1024 * 1024
const MOST_IMAGES = 8

/** A picture of the next message as a data URL. */
export type ComposerImage = { key: string; name: string; url: string }

type ReadImages = { images: ComposerImage[]; complaint: string | null }

/** Reads the files that can be sent. Returns errors for the others. */
export async function readImages(files: readonly File[], already: number): Promise<ReadImages> {
  const complaints = files.flatMap((file, index) => imageProblem(file, already + index) ?? [])
  const fitting = files.filter((file, index) => imageProblem(file, already + index) === null)
  const images = await Promise.all(fitting.map(readImage))
  return { images, complaint: complaints.join(' ') || null }
}

function imageProblem({ name, type, size }: File, place: number): string | null {
  if (!IMAGE_TYPES.some((pictureType) => pictureType === type))
    return `${name} is not a PNG, JPEG, WebP or GIF image.`
  if (size > MOST_BYTES) {
    return `${name} has ${(size / 1024 / 1024).toFixed(1)} MiB. The limit is 5 MiB.`
  }
  return place >= MOST_IMAGES
    ? `${name}: a message can have at most ${MOST_IMAGES} pictures.`
    : null
}

const readImage = async (file: File): Promise<ComposerImage> => ({
  key: v4(),
  name: file.name,
  url: await readDataUrl(file),
})

/** Returns embedded pictures of messages and tool results. Remote ones are not loaded. */
export function imagesIn(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(imagesIn)
  if (typeof value !== 'object' || value === null) return []
  if (value['role'] !== undefined) return imagesIn(value['content'])
  const image = value['image_url']
  const isPart = typeof image === 'object' && image !== null && !Array.isArray(image)
  const url = isPart ? image['url'] : value['type'] === 'image' ? value['url'] : undefined
  return typeof url === 'string' && url.startsWith('data:image/') ? [url] : []
}

/** Returns embedded audio of tool results. */
export function soundsIn(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(soundsIn)
  if (typeof value !== 'object' || value === null || value['type'] !== 'audio') return []
  const { url } = value
  return typeof url === 'string' && url.startsWith('data:audio/') ? [url] : []
}

/** The pictures of the message being written. */
export function useImages() {
  const [images, setImages] = useState<readonly ComposerImage[]>([])
  const [complaint, setComplaint] = useState<string | null>(null)
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    try {
      const read = await readImages(files, images.length)
      setImages((old) => [...old, ...read.images])
      setComplaint(read.complaint)
    } catch (error) {
      setComplaint(describeError(error).message)
    }
  }
  const remove = (key: string) => {
    setImages((old) => old.filter((image) => image.key !== key))
    setComplaint(null)
  }
  const clear = () => {
    setImages([])
    setComplaint(null)
  }
  return { images, complaint, add, remove, clear }
}
