import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Tells whether an address is in one of these networks (`10.0.0.7`, `172.16.0.0/12`). The address is in its normal form. */
export function within(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const one of networks) {
    const [address = '', bits] = one.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => networks.length > 0 && isIP(address) > 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** So many 16-bit groups of an IPv6 address are its /64. */
const GROUPS = 4;

interface KnownAddress {
  readonly normalized: string;
  readonly isLoopback: boolean;
  readonly network: string;
}
/** Reading an address costs more than finding it here, and the same few come again and again. */
const known = new LRUCache<string, KnownAddress>({ maxSize: 10_000, sizeCalculation: () => 1 });

function knownAddress(address: string): KnownAddress {
  const cached = known.get(address);
  if (cached) return cached;
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  const now = {
    normalized: parsed?.toString() ?? address,
    isLoopback: parsed?.range() === 'loopback',
    network: parsed ? countedAs(parsed) : address,
  };
  known.set(address, now);
  return now;
}

/** An address in its normal form. What is no address stays as it is. */
export const normalized = (address: string): string => knownAddress(address).normalized;

export const isLoopback = (address: string): boolean => knownAddress(address).isLoopback;

/**
 * What a network address counts as where tries are bounded: an IPv4 address as itself, an IPv6 address as its /64, since one
 * customer has all of that as a rule. An IPv4 address behind a translator (64:ff9b::/96) counts as the IPv4 address.
 */
export const networkOf = (address: string): string => knownAddress(address).network;

function countedAs(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  if (address.range() === 'rfc6052') return new ipaddr.IPv4(address.toByteArray().slice(-4)).toString();
  const groups = address.parts.slice(0, GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
