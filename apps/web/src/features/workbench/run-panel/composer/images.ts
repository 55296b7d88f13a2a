import { type Json, IMAGE_TYPES } from '@lathe/contract'
import { v4 } from 'uuid'
import { useState } from 'react'
import { readDataUrl } from '../../../../lib/values/pictures.ts'
import { describeError } from '../../../../lib/api/describe-error.ts'

const MAX_IMAGE_BYTES = 5 * 1024 * 1024
const MAX_IMAGES = 8

/** A picture of the next message as a data URL. */
export type ComposerImage = { key: string; name: string; url: string }

type ImageReadResult = { images: ComposerImage[]; problem: string | null }

/** Reads the files that can be sent. Returns errors for the others. */
export async function readImages(
  files: readonly File[],
  imageCount: number,
): Promise<ImageReadResult> {
  const problems = files.flatMap((file, index) => imageProblem(file, imageCount + index) ?? [])
  const validFiles = files.filter((file, index) => imageProblem(file, imageCount + index) === null)
  const images = await Promise.all(validFiles.map(readImage))
  return { images, problem: problems.join(' ') || null }
}

function imageProblem({ name, type, size }: File, position: number): string | null {
  if (!IMAGE_TYPES.some((pictureType) => pictureType === type))
    return `${name} is not a PNG, JPEG, WebP or GIF image.`
  if (size > MAX_IMAGE_BYTES) {
    return `${name} has ${(size / 1024 / 1024).toFixed(1)} MiB. The limit is 5 MiB.`
  }
  return position >= MAX_IMAGES
    ? `${name}: a message can have at most ${MAX_IMAGES} pictures.`
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
  const isImagePart = typeof image === 'object' && image !== null && !Array.isArray(image)
  const url = isImagePart ? image['url'] : value['type'] === 'image' ? value['url'] : undefined
  return typeof url === 'string' && url.startsWith('data:image/') ? [url] : []
}

/** Returns embedded audio of tool results. */
export function findAudio(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(findAudio)
  if (typeof value !== 'object' || value === null || value['type'] !== 'audio') return []
  const { url } = value
  return typeof url === 'string' && url.startsWith('data:audio/') ? [url] : []
}

/** The pictures of the message being written. */
export function useImages() {
  const [images, setImages] = useState<readonly ComposerImage[]>([])
  const [problem, setComplaint] = useState<string | null>(null)
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    try {
      const read = await readImages(files, images.length)
      setImages((current) => [...current, ...read.images])
      setComplaint(read.problem)
    } catch (error) {
      setComplaint(describeError(error).message)
    }
  }
  const remove = (key: string) => {
    setImages((current) => current.filter((image) => image.key !== key))
    setComplaint(null)
  }
  const clear = () => {
    setImages([])
    setComplaint(null)
  }
  return { images, problem, add, remove, clear }
}
