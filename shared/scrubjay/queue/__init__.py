"""What waits to be done in the background, and is there somebody who does it?"""
