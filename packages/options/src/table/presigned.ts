import { sideFiles } from '@render/outputs'

/** The option with the presigned URL of each side file that can have one, and the option that asks for the file. */
export const presignedSideFiles = Object.values(sideFiles).flatMap((row) =>
  'uploadOption' in row ? [{ address: row.uploadOption, file: row.option }] : [],
)

/** All options that hold a presigned URL. */
export const PRESIGNED = ['s3_presigned_url', ...presignedSideFiles.map(({ address }) => address)] as const
