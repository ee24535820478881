import { crc32 } from 'node:zlib'

/** Files of a zip whose parts are stored as they are, by name, read by its directory at the end; throws where a checksum is wrong. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, Buffer>()
  let entry = zip.readUInt32LE(end + 16)
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    const [checksum, size, name] = [zip.readUInt32LE(entry + 16), zip.readUInt32LE(entry + 20), zip.readUInt16LE(entry + 28)]
    const header = zip.readUInt32LE(entry + 42)
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const content = zip.subarray(start, start + size)
    if (crc32(content) !== checksum) throw new Error('A file of the zip is broken')
    files.set(zip.subarray(entry + 46, entry + 46 + name).toString(), content)
    entry += 46 + name + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32)
  }
  return files
}
