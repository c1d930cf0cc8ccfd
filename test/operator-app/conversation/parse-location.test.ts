import { describe, expect, test } from 'vitest'
import { parseLocation } from '../../../operator-app/src/conversation/parse-location.ts'
import { processorMs } from '../../support/processor-ms.ts'

const paris = { latitude: 48.85837, longitude: 2.294481 }

describe('coordinates are read', () => {
  test.each([
    ['48.85837, 2.294481'],
    ['48.85837,2.294481'],
    ['  48.85837 2.294481  '],
    ['48,85837; 2,294481'],
    ['48,85837 2,294481'],
    ['48.85837° N, 2.294481° E'],
    ['48.85837N 2.294481E'],
    ['N 48.85837 E 2.294481'],
    ['2.294481° E, 48.85837° N'],
    ['+48.85837, +2.294481'],
  ])('%s', (text) => {
    expect(parseLocation(text)).toEqual(paris)
  })

  test('of the south and the west, with a real minus sign, and at the edges of the map', () => {
    expect(parseLocation('-33.8568, -70.5')).toEqual({ latitude: -33.8568, longitude: -70.5 })
    expect(parseLocation('−33.8568, −70.5')).toEqual({ latitude: -33.8568, longitude: -70.5 })
    expect(parseLocation('33.8568 S, 70.5 W')).toEqual({ latitude: -33.8568, longitude: -70.5 })
    expect(parseLocation('90, -180')).toEqual({ latitude: 90, longitude: -180 })
    expect(parseLocation('0, 0')).toEqual({ latitude: 0, longitude: 0 })
  })

  test('in degrees, minutes and seconds', () => {
    const place = parseLocation(`48°51'30.0"N 2°17'42.0"W`)
    expect(place).toEqual({ latitude: expect.closeTo(48.858333, 5), longitude: expect.closeTo(-2.295, 5) })
  })
})

describe('a link of a map is read', () => {
  test.each([
    ['https://www.google.com/maps/@48.85837,2.294481,17z'],
    [
      'https://www.google.com/maps/place/Tour+Eiffel/@48.1,2.1,17z/data=!3m1!4b1!4m6!8m2!3d48.85837!4d2.294481!16zL20',
    ],
    ['https://www.google.co.uk/maps/place/48.85837,+2.294481'],
    ['https://www.google.com/maps/search/?api=1&query=48.85837%2C2.294481'],
    ['https://www.google.com/maps/dir/?api=1&destination=48.85837,2.294481'],
    ['https://maps.google.com/?q=48.85837,2.294481'],
    ['http://maps.google.de/maps?q=loc:48.85837,2.294481&z=17'],
    ['maps.google.com/maps?ll=48.85837,2.294481'],
    ['https://www.openstreetmap.org/?mlat=48.85837&mlon=2.294481#map=5/1/1'],
    ['https://www.openstreetmap.org/#map=17/48.85837/2.294481'],
    ['https://www.openstreetmap.org/node/5013364#map=17/48.85837/2.294481&layers=N'],
    ['https://maps.apple.com/?ll=48.85837,2.294481&q=Tour%20Eiffel'],
    ['https://maps.apple.com/place?coordinate=48.85837,2.294481&name=Tour'],
    ['https://maps.apple.com/?q=48.85837,2.294481'],
    ['geo:48.85837,2.294481'],
    ['geo:48.85837,2.294481,35;u=20'],
    ['geo:0,0?q=48.85837,2.294481(Tour Eiffel)'],
    ['Tour Eiffel\nhttps://www.google.com/maps/@48.85837,2.294481,17z'],
  ])('%s', (text) => {
    expect(parseLocation(text)).toEqual(paris)
  })
})

describe('what is no place is told apart', () => {
  test.each([
    ['90.0001, 0', 'range'],
    ['0, 180.5', 'range'],
    ['https://www.openstreetmap.org/#map=3/95/10', 'range'],
    ['https://maps.app.goo.gl/AbCdEf123', 'shortened'],
    ['https://goo.gl/maps/AbCdEf', 'shortened'],
    ['https://maps.apple/p/AbCd', 'shortened'],
    ['https://osm.org/go/0BOdUs9e--?m=', 'shortened'],
    ['', 'unknown'],
    ['Eiffel Tower', 'unknown'],
    ['48.85837', 'unknown'],
    ['48.85837, 2.29, 17', 'unknown'],
    ['1234, 5', 'unknown'],
    ['5, 1234', 'unknown'],
    ['48 N, 2 N', 'unknown'],
    ['https://www.google.com/maps/place/Tour+Eiffel', 'unknown'],
    ['https://evil.example/maps/@48.85837,2.294481,17z', 'unknown'],
    ['https://google.com.evil.example/maps/@48.85837,2.294481,17z', 'unknown'],
    ['https://www.google.com/maps/%E0%A4%A', 'unknown'],
  ])('%s: %s', (text, problem) => {
    expect(parseLocation(text)).toBe(problem)
  })

  test('a text of a hundred thousand characters is given up at once', () => {
    const texts = ['1'.repeat(100_000), '1 '.repeat(50_000), `geo:${'1'.repeat(50_000)}`, 'N1'.repeat(50_000)]
    const took = processorMs(() => {
      for (const text of texts) expect(parseLocation(text)).not.toHaveProperty('latitude')
    })
    expect(took).toBeLessThan(2_000)
  })
})
